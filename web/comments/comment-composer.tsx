import { Link } from "@tanstack/react-router";
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { mayWriteInternalNote } from "#contract/access/comments.ts";
import { LIMITS } from "#contract/limits.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { useHotkey } from "#web/lib/browser/hotkeys.ts";
import { isSendKey } from "#web/lib/browser/platform.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { caretProps } from "#web/lib/form/use-caret-search.ts";
import { withStatusByHand } from "#web/replies/composer/brought.ts";
import { useSavedReplies } from "#web/replies/composer/use-saved-replies.tsx";
import { cx } from "#web/ui/class-names.ts";
import { useFileDrop } from "#web/uploads/file-drop.ts";
import { UploadTray } from "#web/uploads/upload-tray.tsx";
import { useUploads } from "#web/uploads/use-uploads.ts";
import { answerAllLine, answerAllMarks, answerAllPreview, answerAllReply } from "./answer-all/parts.ts";
import { type ToReporters, useAnswerAll } from "./answer-all/use-answer-all.ts";
import { AudienceLine } from "./audience-line.tsx";
import { ComposerBar } from "./composer-bar.tsx";
import type { ReplyEffect } from "./reply-effect-on-ticket.ts";
import { DraftKeeper } from "./draft/draft-keeper.tsx";
import { stillNamed, withMention } from "./mention/mentioned.ts";
import { MENTIONED_MESSAGES } from "./mention/messages.ts";
import { useMentioning } from "./mention/use-mentioning.tsx";
import { COMMENT_MESSAGES } from "./messages.ts";
import { useBroughtBack } from "./sending/bring-back.ts";
import type { Outgoing } from "./sending/use-send-answer.ts";
import { useNewComment } from "./use-new-comment.ts";

type Props = {
  ticketId: string;
  replyEffect: ReplyEffect;
  /** What closing with the answer would leave open. */
  openItems: string | null;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  onWriting: (isWriting: boolean) => void;
  /** Rejects when the server refused; the words then come back into the box. */
  send: (submission: Submission<Outgoing>) => Promise<unknown>;
  onSent: () => void;
  /** Whether the server has words of this person; unknown for clients. */
  hasDraft: boolean | undefined;
  /** Whether other tickets belong to it, whose reporters can be answered at once. */
  isIncident: boolean;
};

/** The box for a new comment or, on a ground of its own, an internal note. */
export function CommentComposer(props: Props) {
  const { replyEffect } = props;
  const hintId = useId();
  return (
    <div className="stack answer">
      {replyEffect.isOpen && <OpenComposer {...props} hintId={hintId} />}
      {replyEffect.note && (
        <p className="hint" id={hintId}>
          {replyEffect.note}{" "}
          {replyEffect.offersFollowUp && (
            <Link className="link" to="/tickets/new" search={{ follow_up_of: props.ticketId }}>
              {COMMENT_MESSAGES.followUp}
            </Link>
          )}
        </p>
      )}
    </div>
  );
}

function OpenComposer({ inputRef, onWriting, hintId, ...props }: Props & { hintId: string }) {
  const [refused, setRefused] = useState<unknown>(null);
  const uploads = useUploads();
  const drop = useFileDrop(uploads.add);
  const audienceId = useId();
  const agreeRef = useRef<HTMLButtonElement>(null);
  const reporters = useRef<() => ToReporters | null>(() => null);
  const form = useNewComment({
    ...props,
    uploads,
    toReporters: () => reporters.current(),
    send: (submission) => {
      onWriting(false);
      setRefused(null);
      return props.send(submission).catch((error: unknown) => {
        setRefused(error);
        throw error;
      });
    },
    onSent: () => {
      toAll.turn(false);
      props.onSent();
    },
  });
  const { text, isInternal, mentions, brought } = form.values;
  const toAll = useAnswerAll(props.ticketId, text);
  const isToAll = toAll.isOn && !isInternal;
  useEffect(() => {
    reporters.current = () => (isToAll ? toAll.toReporters : null);
  });
  const { audience } = form;
  useBroughtBack({
    ticketId: props.ticketId,
    inputRef,
    values: form.values,
    change: form.change,
    adoptFiles: uploads.adopt,
    onToAll: toAll.takeBack,
  });
  const named = stillNamed(text, mentions);
  /** Who was mentioned before the words became a note. */
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const mentioning = useMentioning({
    ticketId: props.ticketId,
    isInternal,
    // Whoever is named reads nothing of the reporters' tickets by that.
    isOff: isToAll,
    inputRef,
    onMention: (mention) => form.set("mentions", withMention(mentions, mention)),
  });
  function becomeNote(isNote: boolean) {
    if (isNote) toAll.turn(false);
    const outsiders = isNote ? named.filter(({ isStaff }) => !isStaff) : [];
    setDropped(outsiders.map(({ name }) => name));
    form.change({ isInternal: isNote, mentions: named.filter((mention) => !outsiders.includes(mention)) });
    mentioning.close();
  }
  const writeNote = () => {
    if (!isInternal) becomeNote(true);
    inputRef.current?.focus();
  };
  useHotkey("n", writeNote, mayWriteInternalNote(useActor()));
  const replies = useSavedReplies({
    ticketId: props.ticketId,
    forReporters: isToAll
      ? { shownOn: toAll.chosen[0]?.id ?? props.ticketId, onReply: toAll.setReply }
      : null,
    text,
    isInternal,
    brought,
    inputRef,
    refused,
    onBrought: (next) => form.set("brought", next),
    onNote: () => becomeNote(true),
    onApplied: props.onSent,
  });
  function answerAll(isAll: boolean) {
    toAll.turn(isAll);
    // Whom one ticket's reader would know, and what a saved reply brought for it, is that ticket's own.
    if (isAll) form.change({ isInternal: false, mentions: [], brought: undefined });
    mentioning.close();
  }
  const waitsForYes = !isInternal && !isToAll && audience.strangers.length > 0;
  const isWaiting = isToAll && (toAll.chosen.length === 0 || toAll.missing.length > 0);
  const isBlocked = replies.isBlocked || isWaiting;
  const canSend = text.trim() !== "" && uploads.blockedReason === null && !waitsForYes && !isBlocked;
  const box = (
    <form
      className={cx("composer", isInternal && "note", drop.isOver && "is-drop-target")}
      onSubmit={form.onSubmit}
      {...drop.props}
    >
      {isToAll ? (
        <answerAllLine.Part id={audienceId} answerAll={toAll} fallback={<div className="audience-line" />} />
      ) : (
        <AudienceLine
          id={audienceId}
          isInternal={isInternal}
          audience={audience.readers}
          strangers={audience.strangers}
          mentioned={named.map(({ name }) => name)}
          agreeRef={agreeRef}
          onAgree={() => {
            audience.agree();
            inputRef.current?.focus();
          }}
        />
      )}
      {isToAll ? <answerAllMarks.Part text={text} boxRef={inputRef} /> : replies.marks}
      <textarea
        ref={inputRef}
        rows={3}
        aria-label={isInternal ? COMMENT_MESSAGES.internal : COMMENT_MESSAGES.write}
        aria-describedby={`${audienceId} ${hintId}`}
        placeholder={isInternal ? COMMENT_MESSAGES.internalPlaceholder : COMMENT_MESSAGES.placeholder}
        maxLength={LIMITS.comment}
        value={text}
        {...caretProps(mentioning.search, replies.search)}
        onChange={(event) => {
          form.set("text", event.target.value);
          onWriting(event.target.value.trim() !== "");
          setDropped([]);
          toAll.setReply(null);
          mentioning.look();
          replies.onText(event.target.value, inputTypeOf(event.nativeEvent));
        }}
        onFocus={() => audience.setWanted(true)}
        onBlur={() => {
          onWriting(false);
          mentioning.close();
          replies.onBlur();
        }}
        onKeyDown={(event) => {
          if (mentioning.onKey(event) || replies.onKey(event)) return;
          if (replies.isBlocked && isSendKey(event)) replies.goToBlock();
          else if (waitsForYes && isSendKey(event)) agreeRef.current?.focus();
          else form.onSendKey(event);
          if (event.key === "Escape") event.currentTarget.blur();
        }}
      />
      {mentioning.list}
      {replies.list}
      {replies.chips}
      {dropped.length > 0 && (
        <p className="hint mention-hint" role="status">
          {MENTIONED_MESSAGES.noLonger(dropped.join(", "))}
        </p>
      )}
      {isToAll && <answerAllReply.Part answerAll={toAll} />}
      <UploadTray uploads={uploads} />
      <DraftKeeper
        ticketId={props.ticketId}
        hasDraft={props.hasDraft}
        words={form.values}
        uploads={uploads}
        onAdopt={form.change}
      />
      <ComposerBar
        isInternal={isInternal}
        onInternal={becomeNote}
        repliesButton={replies.button}
        answerAll={props.isIncident ? { isOn: isToAll, n: toAll.chosen.length, turn: answerAll } : null}
        uploads={uploads}
        canSend={canSend}
        openItems={props.openItems}
        onSend={(more) => form.submitWith(withStatusByHand(more, brought))}
      />
    </form>
  );
  return (
    <>
      {box}
      {replies.notes}
      {isToAll && toAll.isOpen && <answerAllPreview.Part answerAll={toAll} />}
    </>
  );
}

/** Whether a change was an undo of the browser; unknown where a script has typed. */
function inputTypeOf(event: Event): string | undefined {
  return event instanceof InputEvent ? event.inputType : undefined;
}

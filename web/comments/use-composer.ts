import { type RefObject, useEffect, useRef, useState } from "react";
import { mayWriteInternalNote } from "#contract/access/comments.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { useHotkey } from "#web/lib/browser/hotkeys.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import type { Refused } from "#web/replies/composer/find-blocks.ts";
import { useSavedReplies } from "#web/replies/composer/use-saved-replies.tsx";
import { useUploads } from "#web/uploads/use-uploads.ts";
import { TO_ALL } from "./answer-all/to-all.ts";
import { type ToReporters, useAnswerAll } from "./answer-all/use-answer-all.ts";
import { stillNamed, withMention } from "./mention/mentioned.ts";
import { useMentioning } from "./mention/use-mentioning.tsx";
import type { ReplyEffect } from "./reply-effect-on-ticket.ts";
import { useBroughtBack } from "./sending/bring-back.ts";
import type { Outgoing } from "./sending/use-send-answer.ts";
import { useNewComment } from "./use-new-comment.ts";

export type ComposerProps = {
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
export type Composer = ReturnType<typeof useComposer>;

/** All that is in the box for a comment: its words and files, whom it names and reaches, and what holds it back. */
export function useComposer({ ticketId, inputRef, onWriting, ...props }: ComposerProps) {
  const uploads = useUploads();
  const agreeRef = useRef<HTMLButtonElement>(null);
  const reporters = useRef<() => ToReporters | null>(() => null);
  const { refused, send } = useRefused(props.send, () => onWriting(false));
  const form = useNewComment({
    ...props,
    ticketId,
    uploads,
    toReporters: () => reporters.current(),
    send,
  });
  const { text, isInternal, mentions, brought } = form.values;
  const { audience } = form;
  const toAll = useAnswerAll({
    ticketId,
    text,
    toAll: props.isIncident && !isInternal ? form.values.toAll : undefined,
    onChange: (next) => form.set("toAll", next),
  });
  const isToAll = toAll.isOn;
  useEffect(() => {
    reporters.current = () => (isToAll ? toAll.toReporters : null);
  });
  const { values, change } = form;
  useBroughtBack({ ticketId, inputRef, values, change, adoptFiles: uploads.adopt });
  const named = stillNamed(text, mentions);
  /** Who was mentioned before the words became a note. */
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const mentioning = useMentioning({
    ticketId,
    isInternal,
    // Whoever is named reads nothing of the reporters' tickets by that.
    isOff: isToAll,
    inputRef,
    onMention: (mention) => form.set("mentions", withMention(mentions, mention)),
  });
  function becomeNote(isNote: boolean) {
    const outsiders = isNote ? named.filter(({ isStaff }) => !isStaff) : [];
    setDropped(outsiders.map(({ name }) => name));
    form.change({
      isInternal: isNote,
      mentions: named.filter((mention) => !outsiders.includes(mention)),
      ...(isNote && { toAll: undefined }),
    });
    mentioning.close();
  }
  useNoteKey(() => {
    if (!isInternal) becomeNote(true);
    inputRef.current?.focus();
  });
  const replies = useSavedReplies({
    ticketId,
    forReporters: isToAll ? { shownOn: toAll.chosen[0]?.id ?? ticketId, onReply: toAll.setReply } : null,
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
    // Whom one ticket's reader would know, and what a saved reply brought for it, is that ticket's own.
    form.change(
      isAll ? { isInternal: false, mentions: [], brought: undefined, toAll: TO_ALL } : { toAll: undefined },
    );
    mentioning.close();
  }
  const waitsForYes = !isInternal && !isToAll && audience.strangers.length > 0;
  const isWaiting = isToAll && (toAll.chosen.length === 0 || toAll.missing.length > 0);
  const isBlocked = replies.isBlocked || isWaiting;
  return {
    form,
    uploads,
    audience,
    agreeRef,
    toAll,
    isToAll,
    named: named.map(({ name }) => name),
    dropped,
    forgetDropped: () => setDropped([]),
    mentioning,
    replies,
    becomeNote,
    answerAll,
    waitsForYes,
    canSend: text.trim() !== "" && uploads.blockedReason === null && !waitsForYes && !isBlocked,
  };
}

/** Sends, and keeps what was refused, and why, until the next time. */
function useRefused(send: ComposerProps["send"], onSend: () => void) {
  const [refused, setRefused] = useState<Refused | null>(null);
  return {
    refused,
    send: (submission: Submission<Outgoing>) => {
      onSend();
      setRefused(null);
      return send(submission).catch((error: unknown) => {
        setRefused({ error, sent: submission.body });
        throw error;
      });
    },
  };
}

function useNoteKey(writeNote: () => void) {
  useHotkey("n", writeNote, mayWriteInternalNote(useActor()));
}

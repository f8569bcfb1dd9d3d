import { Link } from "@tanstack/react-router";
import { type RefObject, useId } from "react";
import { isClosed } from "#contract/statuses.ts";
import { withStatusByHand } from "#web/replies/composer/brought.ts";
import { cx } from "#web/ui/class-names.ts";
import { useFileDrop } from "#web/uploads/file-drop.ts";
import { UploadTray } from "#web/uploads/upload-tray.tsx";
import { answerAllLine, answerAllMarks, answerAllPreview, answerAllReply } from "./answer-all/parts.ts";
import { AudienceLine } from "./audience-line.tsx";
import { ComposerBar } from "./composer-bar.tsx";
import { ComposerText } from "./composer-text.tsx";
import { DraftKeeper } from "./draft/draft-keeper.tsx";
import { MENTIONED_MESSAGES } from "./mention/messages.ts";
import { COMMENT_MESSAGES } from "./messages.ts";
import { type Composer, type ComposerProps, useComposer } from "./use-composer.ts";

/** The box for a new comment or, on a ground of its own, an internal note. */
export function CommentComposer(props: ComposerProps) {
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

function OpenComposer({ hintId, ...props }: ComposerProps & { hintId: string }) {
  const { ticketId, inputRef } = props;
  const composer = useComposer(props);
  const { form, uploads, toAll, isToAll, mentioning, replies, dropped } = composer;
  const { text, isInternal, brought } = form.values;
  const drop = useFileDrop(uploads.add);
  const audienceId = useId();
  return (
    <>
      <form
        className={cx("composer", isInternal && "note", drop.isOver && "is-drop-target")}
        onSubmit={form.onSubmit}
        {...drop.props}
      >
        <Readers id={audienceId} composer={composer} inputRef={inputRef} />
        {isToAll ? <answerAllMarks.Part text={text} boxRef={inputRef} /> : replies.marks}
        <ComposerText
          composer={composer}
          inputRef={inputRef}
          describedBy={`${audienceId} ${hintId}`}
          onWriting={props.onWriting}
        />
        {mentioning.list}
        {replies.list}
        {replies.chips}
        {props.openItems && isClosed(brought?.effects.status ?? "") && (
          <p className="hint">{props.openItems}</p>
        )}
        {dropped.length > 0 && (
          <p className="hint mention-hint" role="status">
            {MENTIONED_MESSAGES.noLonger(dropped.join(", "))}
          </p>
        )}
        {isToAll && <answerAllReply.Part answerAll={toAll} />}
        <UploadTray uploads={uploads} />
        <DraftKeeper
          ticketId={ticketId}
          hasDraft={props.hasDraft}
          words={form.values}
          uploads={uploads}
          isSending={form.isSending}
          onAdopt={form.change}
        />
        <ComposerBar
          isInternal={isInternal}
          isSaidAbove={!isInternal && !isToAll && !composer.audience.readers}
          onInternal={composer.becomeNote}
          repliesButton={replies.button}
          answerAll={
            props.isIncident ? { isOn: isToAll, n: toAll.chosen.length, turn: composer.answerAll } : null
          }
          uploads={uploads}
          canSend={composer.canSend}
          openItems={props.openItems}
          onSend={(more) => form.submitWith(withStatusByHand(more, brought))}
        />
      </form>
      {replies.notes}
      {isToAll && toAll.isOpen && <answerAllPreview.Part answerAll={toAll} />}
    </>
  );
}

type ReadersProps = { id: string; composer: Composer; inputRef: RefObject<HTMLTextAreaElement | null> };

/** Who will read it: those of this ticket, or the reporters of an incident. */
function Readers({ id, composer, inputRef }: ReadersProps) {
  const { audience, toAll, isToAll } = composer;
  if (isToAll)
    return <answerAllLine.Part id={id} answerAll={toAll} fallback={<div className="audience-line" />} />;
  return (
    <AudienceLine
      id={id}
      isInternal={composer.form.values.isInternal}
      audience={audience.readers}
      strangers={audience.strangers}
      mentioned={composer.named}
      agreeRef={composer.agreeRef}
      onAgree={() => {
        audience.agree();
        inputRef.current?.focus();
      }}
    />
  );
}

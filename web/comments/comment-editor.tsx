import { useRef } from "react";
import { LIMITS } from "#contract/limits.ts";
import { sendKeys } from "#web/lib/browser/platform.ts";
import { caretProps } from "#web/lib/form/use-caret-search.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { KeyCaps } from "#web/ui/key-caps.tsx";
import { type Comment, useEditComment } from "./data.ts";
import { mentionsOf, withMention } from "./mention/mentioned.ts";
import { type Mention, useMentioning } from "./mention/use-mentioning.tsx";
import { COMMENT_MESSAGES } from "./messages.ts";
import { useEditRescue } from "./use-edit-rescue.ts";
import { useGiveUp } from "./use-give-up.tsx";

type Props = { ticketId: string; comment: Comment; onDone: () => void };

/** Changes an own comment where it stands; Escape gives up, and asks where something was changed; Ctrl/Cmd Enter saves. */
export function CommentEditor({ ticketId, comment, onDone }: Props) {
  const saving = useEditComment(ticketId, comment.id);
  const form = useForm({
    initial: { comment: comment.comment, added: NOBODY },
    bodyOf: ({ comment: text, added }) => ({ comment: text, ...mentionsWith(comment, text, added) }),
    isReady: (values) => values.comment.trim() !== "",
    // An unchanged text needs no saving.
    send: (submission) =>
      submission.body.comment.trim() === comment.comment
        ? Promise.resolve(comment)
        : saving.mutateAsync(submission),
    onSent: onDone,
  });
  const box = useRef<HTMLTextAreaElement>(null);
  const mentioning = useMentioning({
    ticketId,
    isInternal: comment.visibility === "internal",
    inputRef: box,
    onMention: (mention) => form.set("added", withMention(form.values.added, mention)),
  });
  const { giveUp, questions } = useGiveUp(form, onDone);
  useEditRescue(ticketId, comment, () => (form.mayLose() ? form.values.comment : null));
  return (
    <form className="composer" onSubmit={form.onSubmit}>
      <textarea
        ref={box}
        // The person asked for this box just now.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        rows={3}
        aria-label={COMMENT_MESSAGES.edit}
        maxLength={LIMITS.comment}
        disabled={form.isBusy}
        {...caretProps(mentioning.search)}
        value={form.values.comment}
        onChange={(event) => {
          form.set("comment", event.target.value);
          mentioning.look();
        }}
        onBlur={mentioning.close}
        onFocus={(event) =>
          event.target.setSelectionRange(event.target.value.length, event.target.value.length)
        }
        onKeyDown={(event) => {
          if (mentioning.onKey(event)) return;
          form.onSendKey(event);
          if (event.key === "Escape") giveUp();
        }}
      />
      {mentioning.list}
      <div className="composer-bar">
        <span className="hint flex-row desktop-only">
          <KeyCaps keys={sendKeys()} /> {COMMENT_MESSAGES.saveHint} <KeyCaps keys={["Esc"]} />{" "}
          {COMMENT_MESSAGES.cancelHint}
        </span>
        <span className="grow" />
        <FormButtons
          size="small"
          act={COMMENT_MESSAGES.save}
          busyLabel={COMMENT_MESSAGES.saving}
          isBusy={form.isBusy}
          disabled={form.values.comment.trim() === ""}
          onCancel={giveUp}
        />
      </div>
      {questions}
    </form>
  );
}

const NOBODY: readonly Mention[] = [];

/** Without somebody new the server keeps those whose names still stand in the text. */
function mentionsWith({ mentions }: Comment, text: string, added: readonly Mention[]) {
  if (added.length === 0) return {};
  return mentionsOf(text, [...mentions.map((mention) => ({ ...mention, isStaff: true })), ...added]);
}

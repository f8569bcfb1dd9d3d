import { LIMITS } from "#contract/limits.ts";
import { sendKeys } from "#web/lib/browser/platform.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { KeyCaps } from "#web/ui/key-caps.tsx";
import { type Comment, useEditComment } from "./data.ts";
import { COMMENT_MESSAGES } from "./messages.ts";

type Props = { ticketId: string; comment: Comment; onDone: () => void };

/** Changes an own comment where it stands; Escape gives up, Ctrl/Cmd Enter saves. */
export function CommentEditor({ ticketId, comment, onDone }: Props) {
  const saving = useEditComment(ticketId, comment.id);
  const form = useForm({
    initial: { comment: comment.comment },
    bodyOf: (values) => values,
    isReady: (values) => values.comment.trim() !== "",
    // An unchanged text needs no saving.
    send: (submission) =>
      submission.body.comment.trim() === comment.comment
        ? Promise.resolve(comment)
        : saving.mutateAsync(submission),
    onSent: onDone,
  });
  return (
    <form className="composer" onSubmit={form.onSubmit}>
      <textarea
        // The person asked for this box just now.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        rows={3}
        aria-label={COMMENT_MESSAGES.edit}
        maxLength={LIMITS.comment}
        disabled={form.isBusy}
        {...form.text("comment")}
        onFocus={(event) =>
          event.target.setSelectionRange(event.target.value.length, event.target.value.length)
        }
        onKeyDown={(event) => {
          form.onSendKey(event);
          if (event.key === "Escape") onDone();
        }}
      />
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
          onCancel={onDone}
        />
      </div>
    </form>
  );
}

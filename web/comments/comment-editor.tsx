import { type FormEvent, useState } from "react";
import { LIMITS } from "#contract/limits.ts";
import { isSendKey, sendKeys } from "#web/lib/browser/platform.ts";
import { Button } from "#web/ui/button.tsx";
import { KeyCaps } from "#web/ui/key-caps.tsx";
import { type Comment, useEditComment } from "./data.ts";
import { COMMENT_MESSAGES } from "./messages.ts";

type Props = { ticketId: string; comment: Comment; onDone: () => void };

/** Changes an own comment where it stands; Escape gives up, Ctrl/Cmd Enter saves. */
export function CommentEditor({ ticketId, comment, onDone }: Props) {
  const [text, setText] = useState(comment.comment);
  const saving = useEditComment(ticketId, comment.id);
  const canSave = text.trim() !== "" && !saving.isPending;
  function save(event?: FormEvent) {
    event?.preventDefault();
    if (!canSave) return;
    if (text.trim() === comment.comment) onDone();
    else saving.mutate(text, { onSuccess: onDone });
  }
  return (
    <form className="composer" onSubmit={save}>
      <textarea
        // The person asked for this box just now.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        rows={3}
        aria-label={COMMENT_MESSAGES.edit}
        value={text}
        maxLength={LIMITS.comment}
        disabled={saving.isPending}
        onFocus={(event) => event.target.setSelectionRange(text.length, text.length)}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (isSendKey(event)) save(event);
          if (event.key === "Escape") onDone();
        }}
      />
      <div className="composer-bar">
        <span className="hint flex-row desktop-only">
          <KeyCaps keys={sendKeys()} /> {COMMENT_MESSAGES.saveHint} <KeyCaps keys={["Esc"]} />{" "}
          {COMMENT_MESSAGES.cancelHint}
        </span>
        <span className="grow" />
        <Button look="ghost" size="small" onClick={onDone}>
          {COMMENT_MESSAGES.cancel}
        </Button>
        <Button
          type="submit"
          look="primary"
          size="small"
          disabled={!canSave}
          busy={saving.isPending}
          busyLabel={COMMENT_MESSAGES.saving}
        >
          {COMMENT_MESSAGES.save}
        </Button>
      </div>
    </form>
  );
}

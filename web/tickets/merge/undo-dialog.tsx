import { Undo2 } from "lucide-react";
import { useState } from "react";
import { refusalText } from "#web/lib/api/refusal-text.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { type Merge, useUndoMerge } from "./merge-data.ts";
import { MERGE_MESSAGES as MESSAGES } from "./messages.ts";

type Since = Merge["since"][number];

/** Asks before a merge or a split is undone, and which of the comments written since go along. */
export function UndoDialog({ merge, onClose }: { merge: Merge; onClose: () => void }) {
  // What is written while the window is open is offered as well.
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isAlong = ({ id, is_theirs }: Since) => chosen.get(id) ?? is_theirs;
  const undo = useUndoMerge();
  const isMerge = merge.kind === "merge";
  const { uid } = merge.from;
  async function takeBack() {
    // A failure is told by a toast, and keeps the window.
    const along = merge.since.filter(isAlong).map(({ id }) => id);
    const done = await undo.mutateAsync({ merge_ids: [merge.id], comment_ids: along }).catch(() => null);
    if (!done) return;
    toast.success(isMerge ? MESSAGES.undone : MESSAGES.splitUndone);
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isMerge ? MESSAGES.undoMerge : MESSAGES.undoSplit}
      description={isMerge ? MESSAGES.undoQuestion(uid) : MESSAGES.splitQuestion(uid)}
      onSubmit={(event) => {
        event.preventDefault();
        void takeBack();
      }}
      foot={
        <FormButtons
          act={isMerge ? MESSAGES.undoMerge : MESSAGES.undoSplit}
          busyLabel={MESSAGES.undoing}
          isBusy={undo.isPending}
          icon={<Undo2 className="icon small" />}
          disabled={merge.blocked !== null}
          onCancel={onClose}
        />
      }
    >
      {merge.blocked && (
        <p className="field-error" role="alert">
          {refusalText({ ...merge.blocked, sentence: merge.blocked.why })}
        </p>
      )}
      {merge.since.length > 0 && (
        <fieldset>
          <legend className="merge-heading">
            {MESSAGES.since}. {MESSAGES.takesAlong}
          </legend>
          <ul className="merge-list">
            {merge.since.map((comment) => (
              <li key={comment.id}>
                <Checkbox
                  checked={isAlong(comment)}
                  onChange={(event) => setChosen(new Map(chosen).set(comment.id, event.target.checked))}
                  label={
                    <>
                      <b className="weight-medium">{comment.author_fullname}</b>{" "}
                      <span className="subtle text-tiny">
                        <RelativeTime at={comment.created_at} form="long" />
                      </span>
                      <br />
                      {comment.text}
                    </>
                  }
                />
              </li>
            ))}
          </ul>
        </fieldset>
      )}
    </Dialog>
  );
}

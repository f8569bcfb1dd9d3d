import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MergeIcon, Split } from "lucide-react";
import { useState } from "react";
import { mayMerge } from "#contract/access/links.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useActor, useUser } from "#web/lib/api/session-state.ts";
import { Button } from "#web/ui/button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { type Merge, mergesQuery } from "./merge-data.ts";
import { MERGE_MESSAGES as MESSAGES } from "./messages.ts";
import { partsOf } from "./parts-of.ts";
import { hasUnsavedWords, OldDraft } from "./old-draft.tsx";
import { OldDrafts } from "./old-drafts.tsx";
import { UndoDialog } from "./undo-dialog.tsx";
import "#web/styles/merge.css";

/** For the staff, above a ticket: what became part of it or was split from it, each with its undo. */
export function MergesPanel({ ticketId }: { ticketId: string }) {
  const merges = useQuery(mergesQuery(ticketId));
  const [undoingId, undo] = useState<string | null>(null);
  if (merges.isError && !merges.data)
    return <p className="subtle text-small">{failureMessage(merges.error, MESSAGES.failedToFetch)}</p>;
  const shown = (merges.data?.items ?? []).filter((merge) => isShown(merge, ticketId));
  const undoing = shown.find(({ id }) => id === undoingId);
  return (
    <>
      {shown.map((merge) => (
        <MergeRow key={merge.id} merge={merge} onUndo={() => undo(merge.id)} />
      ))}
      <OldDrafts ticketId={ticketId} exceptIds={shown.map(({ from }) => from.id)} />
      {undoing && <UndoDialog merge={undoing} onClose={() => undo(null)} />}
    </>
  );
}

/** What was split off has its own page to be undone on. */
function isShown({ kind, to }: Merge, ticketId: string): boolean {
  return kind === "merge" || to.id === ticketId;
}

function MergeRow({ merge, onUndo }: { merge: Merge; onUndo: () => void }) {
  const may = mayMerge(useActor());
  const { id: userId } = useUser();
  const isMerge = merge.kind === "merge";
  const hasDraft = merge.has_draft || (isMerge && hasUnsavedWords(userId, merge.from.id));
  const parts = [...(isMerge ? [MESSAGES.description] : []), ...partsOf(merge.moves)];
  return (
    <div className="banner" role="note">
      {isMerge ? <MergeIcon className="icon" /> : <Split className="icon" />}
      <div className="grow">
        <b>
          {isMerge ? (
            MESSAGES.wasMerged(merge.from.uid)
          ) : (
            <Link className="link" to="/tickets/$ticketId" params={{ ticketId: merge.from.id }}>
              {MESSAGES.wasSplit(merge.from.uid)}
            </Link>
          )}
        </b>
        <span className="muted">
          <RelativeTime at={merge.at} form="long" />
          {merge.by_fullname && ` ${MESSAGES.by} ${merge.by_fullname}`}. {MESSAGES.came(parts)}{" "}
          {merge.people.length > 0 && MESSAGES.nowOnIt(merge.people)}
        </span>
        {hasDraft && <OldDraft from={merge.from} toId={merge.to.id} />}
      </div>
      {may && (
        <div className="actions">
          <Button size="small" onClick={onUndo}>
            {isMerge ? MESSAGES.undoMerge : MESSAGES.undoSplit}
          </Button>
        </div>
      )}
    </div>
  );
}

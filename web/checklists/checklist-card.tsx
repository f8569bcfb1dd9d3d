import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { mayChangeChecklist } from "#contract/access/checklists.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { UI_MESSAGES } from "#web/ui/messages.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AddItem } from "./add-item.tsx";
import { CHECKLIST_CARD_MESSAGES as MESSAGES } from "./card-messages.ts";
import { ChecklistItems } from "./checklist-items.tsx";
import { checklistQuery } from "./data.ts";
import { useRewriting } from "./use-rewriting.ts";
import "#web/styles/follow-up.css";

type Props = {
  ticket: { id: string; deleted_at: string | null; checklist?: { done: number; items: number } | null };
  /** Opened to write the first item. */
  isBeginning: boolean;
  onEnd: () => void;
};

/** What is left to do on a ticket. */
export function ChecklistCard({ ticket, isBeginning, onEnd }: Props) {
  const { id: ticketId, checklist: counts } = ticket;
  const mayChange = mayChangeChecklist(useActor(), { deleted: ticket.deleted_at !== null });
  const checklist = useQuery(checklistQuery(ticketId));
  const [isAdding, setAdding] = useState(false);
  const items = checklist.data?.items;
  const rewriting = useRewriting();
  const all = items?.length ?? counts?.items ?? 0;
  const done = items?.filter((item) => item.done_at !== null).length ?? counts?.done ?? 0;
  const isOpen = isAdding || isBeginning;
  if (items?.length === 0 && !isOpen && rewriting.shownWith(items).length === 0) return null;
  return (
    <Card
      className="checklist"
      title={
        <>
          {MESSAGES.title} {all > 0 && <span className="subtle numeric">{MESSAGES.progress(done, all)}</span>}
        </>
      }
      actions={
        mayChange && (
          <IconButton label={MESSAGES.add} onClick={() => setAdding(true)}>
            <Plus className="icon small" />
          </IconButton>
        )
      }
    >
      {all > 0 && (
        <div className="checklist-meter" aria-hidden="true">
          <i style={{ width: `${(100 * done) / all}%` }} />
        </div>
      )}
      {items ? (
        <ChecklistItems ticketId={ticketId} items={items} mayChange={mayChange} rewriting={rewriting} />
      ) : checklist.isError ? (
        <div className="subtle text-small" role="alert">
          {failureMessage(checklist.error, MESSAGES.failedToFetch)}
          <Button size="small" onClick={() => void checklist.refetch()}>
            {UI_MESSAGES.tryAgain}
          </Button>
        </div>
      ) : (
        Array.from({ length: all }, (_, index) => <Skeleton key={index} width="80%" />)
      )}
      {isOpen && (
        <AddItem
          ticketId={ticketId}
          onClose={() => {
            setAdding(false);
            onEnd();
          }}
        />
      )}
    </Card>
  );
}

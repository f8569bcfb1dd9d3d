import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Card } from "../ui/page.tsx";
import { tellFailure } from "../ui/tell-failure.ts";
import { DETAIL_WORDS } from "./detail-words.ts";
import { FORM_WORDS } from "./form-words.ts";
import { lastList } from "./list-memory.ts";
import { deleteTicket, forgetTicket } from "./ticket-data.ts";

/** Moves the ticket to the trash, after a question. */
export function DangerZone({ ticketId, onDeleted }: { ticketId: string; onDeleted: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  async function remove() {
    try {
      await deleteTicket(ticketId);
    } catch (error) {
      tellFailure(error, DETAIL_WORDS.failedToDelete);
      throw error;
    }
    onDeleted();
    await navigate({ to: "/tickets", search: lastList() });
    forgetTicket(client, ticketId);
  }
  return (
    <Card title={FORM_WORDS.dangerZone} className="dangerzone">
      <div className="row between wrap">
        <div>
          <b className="m">{FORM_WORDS.deleteThis}</b>
          <p className="sm muted">{FORM_WORDS.deleteHint}</p>
        </div>
        <Button look="danger-quiet" icon={<Trash2 className="i" />} onClick={() => setAsking(true)}>
          {FORM_WORDS.delete}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={FORM_WORDS.deleteThis}
        description={FORM_WORDS.deleteQuestion}
        act={FORM_WORDS.delete}
        busyLabel={FORM_WORDS.deleting}
        onConfirm={remove}
      />
    </Card>
  );
}

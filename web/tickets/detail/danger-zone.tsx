import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { Card } from "#web/ui/card.tsx";
import { FORM_MESSAGES } from "../form/messages.ts";
import { getLastList } from "../last-shown-list.ts";
import { removeTicketFromCache, useDeleteTicket } from "../ticket-data.ts";

/** Moves the ticket to the trash, after a confirmation. */
export function DangerZone({ ticketId, onDeleted }: { ticketId: string; onDeleted: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const deleting = useDeleteTicket(ticketId);
  const [isAsking, setAsking] = useState(false);
  async function remove() {
    await deleting.mutateAsync();
    onDeleted();
    await navigate({ to: "/tickets", search: getLastList() });
    removeTicketFromCache(client, ticketId);
  }
  return (
    <Card title={FORM_MESSAGES.dangerZone} className="danger-zone">
      <div className="flex-row between wrap">
        <div>
          <b className="weight-medium">{FORM_MESSAGES.deleteThis}</b>
          <p className="text-small muted">{FORM_MESSAGES.deleteHint}</p>
        </div>
        <Button look="danger-quiet" icon={<Trash2 className="icon" />} onClick={() => setAsking(true)}>
          {FORM_MESSAGES.delete}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={FORM_MESSAGES.deleteThis}
        description={FORM_MESSAGES.deleteQuestion}
        act={FORM_MESSAGES.delete}
        busyLabel={FORM_MESSAGES.deleting}
        onConfirm={remove}
      />
    </Card>
  );
}

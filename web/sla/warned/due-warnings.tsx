import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { TARGET_LABELS } from "#contract/sla/messages.ts";
import { api } from "#web/lib/api/api-client.ts";
import { onWarnings, type Warning } from "#web/lib/live/warnings.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { WARNED_MESSAGES as MESSAGES } from "./messages.ts";

/** Shows a toast when a target of one's own ticket is due soon, or has passed. Draws nothing itself. */
export function DueWarnings() {
  const navigate = useNavigate();
  useEffect(() => {
    const openTicket = (ticketId: string) =>
      void navigate({ to: "/tickets/$ticketId", params: { ticketId } });
    const openList = () =>
      void navigate({ to: "/tickets", search: { mine: true, sort: "due", order: "asc" } });
    return onWarnings((warning) => {
      if (warning.tickets > 1)
        toast.warning(MESSAGES.several(warning.tickets), {
          action: { label: MESSAGES.openList, onClick: openList },
        });
      else void tellOne(warning, openTicket);
    });
  }, [navigate]);
  return null;
}

/** The stream says which ticket, never what is in it. One that can no longer be read needs nobody's attention. */
async function tellOne({ ticket_id, target, kind }: Warning, open: (id: string) => void): Promise<void> {
  const ticket = await api("GET /tickets/{ticket_id}", { params: { ticket_id } }).catch(() => null);
  if (ticket === null) return;
  toast.warning(MESSAGES[kind](ticket.uid, TARGET_LABELS[target]), {
    id: `due-${ticket_id}-${target}`,
    detail: ticket.subject,
    action: { label: MESSAGES.open, onClick: () => open(ticket_id) },
  });
}

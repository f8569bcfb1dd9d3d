import type { QueryClient } from "@tanstack/react-query";
import { toast } from "#web/ui/feedback/toast.tsx";
import type { TicketRow } from "../data.ts";
import { closeTogether } from "./incident-data.ts";
import { INCIDENT_MESSAGES as MESSAGES } from "./messages.ts";

/** Asks, after incidents were closed in a list, whether their open tickets are closed too. */
export function askAfter(client: QueryClient, incidents: readonly TicketRow[]): void {
  for (const { id, uid, open_reporters } of incidents) {
    const open = open_reporters ?? 0;
    toast.warning(MESSAGES.closedAlone(uid), {
      detail: MESSAGES.stillOpen(open),
      action: { label: MESSAGES.closeAll(open), onClick: () => void closeTogether(client, id) },
    });
  }
}

import { useQueryClient } from "@tanstack/react-query";
import { ticketKeys } from "#contract/query-keys.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import { useLeave } from "#web/lib/use-leave.ts";
import { commentsOf, commentsQuery } from "../data.ts";
import { SENDING_MESSAGES as MESSAGES } from "./messages.ts";
import { rescueWords } from "./rescue-words.ts";
import type { Waiting } from "./waiting-query.ts";

/**
 * Brings the words of an editor into the box of the ticket where their answer goes out, or is taken back, under it.
 * `unsaved` gives what nobody has saved, and null where that is nothing.
 */
export function useRescue({ id, ticket_id, visibility }: Waiting, unsaved: () => string | null): void {
  const client = useQueryClient();
  const { id: userId } = useUser();
  useLeave(() => {
    const text = unsaved();
    const waiting = client.getQueryData<Waiting[]>(ticketKeys.scheduled(ticket_id));
    // Nothing is known any more of who has signed out.
    if (text === null || !waiting) return;
    const written = commentsOf(client.getQueryData(commentsQuery(ticket_id).queryKey));
    if (waiting.some((one) => one.id === id) && !written.some((one) => one.id === id)) return;
    const words = { text, isInternal: visibility === "internal", files: [] };
    void rescueWords({ userId, ticketId: ticket_id }, words, MESSAGES.noLongerWaits);
  });
}

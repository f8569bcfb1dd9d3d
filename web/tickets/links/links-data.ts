import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { ticketKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { upTo } from "#web/lib/api/query-client.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { toastUndoable } from "#web/ui/feedback/toast-undoable.ts";
import { refreshTicket } from "../ticket-data.ts";
import { LINK_MESSAGES } from "./messages.ts";

export type TicketLink = ReplyOf<"GET /tickets/{ticket_id}/links">["items"][number];
export type NewLink = BodyOf<"POST /tickets/{ticket_id}/links">;

export function linksQuery(id: string) {
  return queryOptions({
    queryKey: ticketKeys.links(id),
    queryFn: ({ signal }) =>
      api("GET /tickets/{ticket_id}/links", {
        params: { ticket_id: id },
        signal,
        fallback: LINK_MESSAGES.failedToFetch,
      }),
    retry: upTo(1),
  });
}

/** Links the ticket to another one; a toast tells it, with an undo. */
export function useAddLink(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Submission<NewLink>) =>
      toastOutcome(
        api("POST /tickets/{ticket_id}/links", { params: { ticket_id: id }, body, idempotencyKey }),
        { failed: LINK_MESSAGES.failedToLink },
      ),
    onSuccess: ({ link, group_id }, { body }) => {
      void refreshTicket(client, id);
      const say = body.close ? LINK_MESSAGES.linkedAndClosed : LINK_MESSAGES.linked;
      offerUndo(client, { ticketId: id, groupId: group_id, words: say(link.ticket.uid) });
    },
  });
}

/** Takes a link away; a toast tells it, with an undo. */
export function useRemoveLink(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (link: TicketLink) =>
      api("DELETE /tickets/{ticket_id}/links/{link_id}", {
        params: { ticket_id: id, link_id: link.id },
        fallback: LINK_MESSAGES.failedToRemove,
      }),
    onSuccess: ({ group_id }, { ticket }) =>
      offerUndo(client, { ticketId: id, groupId: group_id, words: LINK_MESSAGES.removed(ticket.uid) }),
    onError: (error) => toastError(error, LINK_MESSAGES.failedToRemove),
    onSettled: () => refreshTicket(client, id),
  });
}

type Done = { ticketId: string; groupId: string; words: string };

function offerUndo(client: QueryClient, { ticketId, groupId, words }: Done): void {
  toastUndoable({ words }, { id: "ticket-linked", undo, failed: LINK_MESSAGES.failedToUndo });

  async function undo() {
    try {
      const { kept } = await api("POST /links/undo/{group_id}", { params: { group_id: groupId } });
      return { words: LINK_MESSAGES.undone, detail: kept.length === 0 ? undefined : LINK_MESSAGES.kept };
    } finally {
      void refreshTicket(client, ticketId);
    }
  }
}

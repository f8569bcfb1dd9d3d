import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { ticketKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { upTo } from "#web/lib/api/query-client.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { DETAIL_MESSAGES } from "../detail-messages.ts";
import { refreshTicket } from "../ticket-data.ts";

export function participantsQuery(id: string) {
  return queryOptions({
    queryKey: ticketKeys.participants(id),
    queryFn: ({ signal }) =>
      api("GET /tickets/{ticket_id}/participants", {
        params: { ticket_id: id },
        signal,
        fallback: DETAIL_MESSAGES.failedToFetchParticipants,
      }),
    retry: upTo(1),
  });
}

/** Lets somebody follow the ticket. */
export function useAddParticipant(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) =>
      toastOutcome(
        api("POST /tickets/{ticket_id}/participants", {
          params: { ticket_id: id },
          body: { user_id: userId },
          fallback: DETAIL_MESSAGES.failedToAddParticipant,
        }),
        { failed: DETAIL_MESSAGES.failedToAddParticipant },
      ),
    onSuccess: (reply) => {
      client.setQueryData(participantsQuery(id).queryKey, reply);
      void refreshTicket(client, id);
    },
  });
}

/** Takes somebody off the ticket, or oneself. */
export function useRemoveParticipant(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) =>
      toastOutcome(
        api("DELETE /tickets/{ticket_id}/participants/{user_id}", {
          params: { ticket_id: id, user_id: userId },
          fallback: DETAIL_MESSAGES.failedToRemoveParticipant,
        }),
        { failed: DETAIL_MESSAGES.failedToRemoveParticipant },
      ),
    onSuccess: () => refreshTicket(client, id),
  });
}

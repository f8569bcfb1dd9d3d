import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../lib/api.ts";
import { upTo } from "../lib/queries.ts";
import { tellFailure } from "../ui/tell-failure.ts";
import { DETAIL_WORDS } from "./detail-words.ts";
import { refreshTicket, ticketQuery } from "./ticket-data.ts";

export function participantsQuery(id: string) {
  return queryOptions({
    queryKey: [...ticketQuery(id).queryKey, "participants"],
    queryFn: ({ signal }) =>
      api("GET /tickets/{ticket_id}/participants", {
        params: { ticket_id: id },
        signal,
        fallback: DETAIL_WORDS.failedToFetchParticipants,
      }),
    retry: upTo(1),
  });
}

/** Lets somebody follow the ticket. */
export function useAddParticipant(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) =>
      api("POST /tickets/{ticket_id}/participants", {
        params: { ticket_id: id },
        body: { user_id: userId },
        fallback: DETAIL_WORDS.failedToAddParticipant,
      }),
    onSuccess: (reply) => {
      client.setQueryData(participantsQuery(id).queryKey, reply);
      void refreshTicket(client, id);
    },
    onError: (error) => tellFailure(error, DETAIL_WORDS.failedToAddParticipant),
  });
}

/** Takes somebody off the ticket, or oneself. */
export function useRemoveParticipant(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) =>
      api("DELETE /tickets/{ticket_id}/participants/{user_id}", {
        params: { ticket_id: id, user_id: userId },
        fallback: DETAIL_WORDS.failedToRemoveParticipant,
      }),
    onSuccess: () => refreshTicket(client, id),
    onError: (error) => tellFailure(error, DETAIL_WORDS.failedToRemoveParticipant),
  });
}

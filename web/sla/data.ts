import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { slaKeys, ticketKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { upTo } from "#web/lib/api/query-client.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { JUDGE_MESSAGES, RECEIPT_MESSAGES } from "./messages.ts";

export type Receipt = ReplyOf<"GET /tickets/{ticket_id}/sla">;
export type TicketDetail = ReplyOf<"GET /tickets/{ticket_id}">;
export type Clock = Receipt["clocks"][number];
export type Stretch = Clock["stretches"][number];
export type JudgedBy = NonNullable<Receipt["judged_by"]>;

/** How the clock of a ticket ran; below the ticket's own key, so that what refreshes the one refreshes the other. */
export function receiptQuery(ticketId: string, withAllWaits: boolean) {
  return queryOptions({
    queryKey: ticketKeys.receipt(ticketId, withAllWaits),
    queryFn: ({ signal }) =>
      api("GET /tickets/{ticket_id}/sla", {
        params: { ticket_id: ticketId },
        query: withAllWaits ? { all: "true" } : {},
        signal,
        fallback: RECEIPT_MESSAGES.failed,
      }),
    // It is computed when it is asked for.
    staleTime: 0,
    retry: upTo(1),
  });
}

type Again = BodyOf<"POST /tickets/{ticket_id}/sla/judge-again">;

/** Judges a decided target again: the receipt and the reports follow. */
export function useJudgeAgain(ticketId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body }: Submission<Again>) =>
      toastOutcome(
        api("POST /tickets/{ticket_id}/sla/judge-again", { params: { ticket_id: ticketId }, body }),
        { done: JUDGE_MESSAGES.done, failed: JUDGE_MESSAGES.failed },
      ),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ticketKeys.detail(ticketId) });
      void client.invalidateQueries({ queryKey: slaKeys.all() });
    },
  });
}

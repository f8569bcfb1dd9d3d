import { useMutation, useQueryClient } from "@tanstack/react-query";
import { commentKeys, ticketKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { COMMENT_MESSAGES } from "../messages.ts";
import { type Waiting, toWaiting } from "./waiting-query.ts";

export type AnswerToAll = BodyOf<"POST /tickets/{ticket_id}/answer-all">;

/** Answers the reporters of an incident; what waits stands in the conversation at once. */
export function useSendToReporters(ticketId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Submission<AnswerToAll>) =>
      toastOutcome(
        api("POST /tickets/{ticket_id}/answer-all", {
          params: { ticket_id: ticketId },
          body,
          idempotencyKey,
          fallback: COMMENT_MESSAGES.failedToCreate,
        }),
        { failed: COMMENT_MESSAGES.failedToCreate },
      ),
    onSuccess: (answer) => {
      const { scheduled } = answer;
      if (scheduled)
        client.setQueryData<Waiting[]>(ticketKeys.scheduled(ticketId), (known = []) => [
          ...known.filter(({ id }) => id !== scheduled.id),
          toWaiting(scheduled),
        ]);
      else void client.invalidateQueries({ queryKey: commentKeys.list(ticketId) });
      void client.invalidateQueries({ queryKey: ticketKeys.reporters(ticketId) });
      void tell(answer);
    },
    // Somebody changed the tickets since: they are looked up anew.
    onError: () => void client.invalidateQueries({ queryKey: ticketKeys.answerAllOf(ticketId) }),
  });
}

const tellAnswered = lazyLoad(
  () => import("./tell-answered.ts"),
  (module) => module.tellAnswered,
);

/** Its words come with the part that writes such answers. */
async function tell(answer: ReplyOf<"POST /tickets/{ticket_id}/answer-all">): Promise<void> {
  if (answer.left_out.length === 0 && answer.scheduled) return;
  (await tellAnswered())(answer);
}

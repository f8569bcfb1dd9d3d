import { useMutation, useQueryClient } from "@tanstack/react-query";
import { mayHaveInbox } from "#contract/access/inbox.ts";
import { ticketKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { useActor, useUser } from "#web/lib/api/session-state.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import type { ToReporters } from "../answer-all/use-answer-all.ts";
import { type AnswerToAll, useSendToReporters } from "./use-send-to-reporters.ts";
import { type NewComment, useAddComment } from "../data.ts";
import { COMMENT_MESSAGES } from "../messages.ts";
import { takeChangedAudience } from "../use-audience.ts";
import { type Waiting, toWaiting } from "./waiting-query.ts";

/** A comment as it leaves the box: at once, after a moment, at a time, or to all reporters. */
export type Outgoing = NewComment & {
  send_at?: string;
  stop_if_answered?: boolean;
  /** To all reporters of an incident, and to which of them. */
  to_reporters?: ToReporters;
};

/** Sends what is in the box. Public answers of the staff wait the seconds that their author has chosen (rule 810). */
export function useSendAnswer(ticketId: string) {
  const client = useQueryClient();
  const adding = useAddComment(ticketId);
  const scheduling = useSchedule(ticketId);
  const toAll = useSendToReporters(ticketId);
  const seconds = useUser().undo_send_seconds ?? 0;
  const mayHold = mayHaveInbox(useActor()) && seconds > 0;
  async function add(submission: Submission<NewComment>): Promise<void> {
    const { group_id } = await adding.mutateAsync(submission);
    if (group_id === undefined || submission.body.effects === undefined) return;
    void offerUndo().then((offer) => offer(client, { ticketId, groupId: group_id }));
  }
  const current = [adding, scheduling].find(({ isPending }) => isPending);
  return {
    /** What is on its way. */
    pending: current?.variables?.body ?? null,
    send: (submission: Submission<Outgoing>): Promise<unknown> => {
      const { body } = submission;
      const { send_at, stop_if_answered: _, to_reporters, ...comment } = body;
      if (to_reporters)
        return toAll.mutateAsync({
          ...submission,
          body: { ...toAnswer(comment, to_reporters), ...(mayHold && { hold_seconds: seconds }) },
        });
      if (send_at !== undefined) return scheduling.mutateAsync(submission);
      if (!mayHold || body.visibility === "internal") return add({ ...submission, body: comment });
      return scheduling.mutateAsync({ ...submission, body: { ...comment, hold_seconds: seconds } });
    },
  };
}

/** Its code comes with the first such answer. */
const offerUndo = lazyLoad(
  () => import("./offer-undo-of-effects.ts"),
  (module) => module.offerUndoOfEffects,
);

/** A saved reply as it was inserted is rendered by the server, in each one's language. */
function toAnswer({ comment, attachment_ids, status }: NewComment, chosen: ToReporters): AnswerToAll {
  return {
    ...chosen,
    ...(chosen.saved_reply_id === undefined && { comment }),
    ...(attachment_ids && { attachment_ids }),
    ...(status && { status }),
  };
}

function useSchedule(ticketId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Submission<Outgoing & { hold_seconds?: number }>) =>
      toastOutcome(
        api("POST /tickets/{ticket_id}/scheduled", {
          params: { ticket_id: ticketId },
          body,
          idempotencyKey,
          fallback: COMMENT_MESSAGES.failedToCreate,
        }),
        { failed: COMMENT_MESSAGES.failedToCreate },
      ),
    onError: (error) => takeChangedAudience(client, ticketId, error),
    onSuccess: (answer) =>
      client.setQueryData<Waiting[]>(ticketKeys.scheduled(ticketId), (known = []) => [
        ...known.filter(({ id }) => id !== answer.id),
        toWaiting(answer),
      ]),
  });
}

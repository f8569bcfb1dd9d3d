import type { ReplyOf } from "#web/lib/api/api-client.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { ANSWER_ALL_MESSAGES as MESSAGES } from "../answer-all/messages.ts";

/** Tells how many were answered, and who was left out. */
export function tellAnswered({ reached, left_out }: ReplyOf<"POST /tickets/{ticket_id}/answer-all">): void {
  const answered = MESSAGES.answered(reached.length);
  if (left_out.length === 0) {
    toast.success(answered);
    return;
  }
  const names = left_out.map(({ uid, why }) => `${uid ?? MESSAGES.aTicket}, ${MESSAGES.reasons[why]}`);
  toast.warning(answered, { detail: MESSAGES.leftOut(names.join("; ")) });
}

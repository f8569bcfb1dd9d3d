import { useMutation, useQueryClient } from "@tanstack/react-query";
import { mailKeys, ticketKeys, userKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { MAIL_REACH_MESSAGES } from "./mail-reach-messages.ts";

/** Sends mail to a person's address again, beginning with what they missed lately; `ticketId`: where it was asked. */
export function useTryMailAgain(userId: string, ticketId?: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      toastOutcome(api("POST /users/{user_id}/try-mail-again", { params: { user_id: userId } }), {
        done: MAIL_REACH_MESSAGES.tryAgainDone,
        failed: MAIL_REACH_MESSAGES.tryAgainFailed,
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: userKeys.mailReach(userId) });
      await client.invalidateQueries({ queryKey: mailKeys.all() });
      if (ticketId) await client.invalidateQueries({ queryKey: ticketKeys.mails(ticketId) });
    },
  });
}

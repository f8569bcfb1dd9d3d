import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { replyKeys, ticketKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { isRefusal } from "#web/lib/api/api-error.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import type { Reply } from "#web/replies/data.ts";
import { isEmpty } from "#web/replies/effects/merge-effects.ts";
import { toastErrorBelow } from "#web/ui/feedback/toast-error.ts";
import { tell, toastUndoable } from "#web/ui/feedback/toast-undoable.ts";
import { adoptRows } from "../adopt-rows.ts";
import { askWhenLeftOpen } from "../incident/ask-when-left-open.ts";
import { undoChange } from "../undo-change.ts";
import { MACRO_MESSAGES as MESSAGES } from "./messages.ts";

type Applying = { ticketIds: readonly string[]; fills: Readonly<Record<string, string>> };

/**
 * Applies a saved reply to tickets, all or none of them. Its texts wait the seconds that this person has chosen; one click
 * on the toast takes them back, and what is set, or later what was set.
 */
export function useApplyMacro({ id, name, effects }: Reply) {
  const client = useQueryClient();
  const seconds = useUser().undo_send_seconds ?? 0;
  return useMutation({
    mutationFn: ({ ticketIds, fills }: Applying) =>
      api("POST /replies/{reply_id}/apply", {
        params: { reply_id: id },
        body: { ticket_ids: [...ticketIds], fills, hold_seconds: seconds },
        fallback: MESSAGES.failed,
      }),
    onError: (error) => {
      toastErrorBelow(MESSAGES.failed, error);
      // What refused it is shown at its ticket.
      void client.invalidateQueries({ queryKey: replyKeys.detail(id) });
    },
    onSuccess: ({ tickets, missing, group_id, scheduled }, { ticketIds }) => {
      adoptRows(client, tickets, missing);
      askWhenLeftOpen(client, tickets);
      void client.invalidateQueries({ queryKey: ticketKeys.lists() });
      void client.invalidateQueries({ queryKey: replyKeys.all(), refetchType: "none" });
      const said = {
        words: MESSAGES.applied(name, ticketIds.length - missing.length),
        detail: missing.length === 0 ? undefined : MESSAGES.gone(missing.length),
      };
      const id = "tickets-bulk";
      // Words that went at once stay, and have set nothing.
      if (scheduled.length === 0 && isEmpty(effects)) return tell(said, { id });
      toastUndoable(said, {
        id,
        undo: () => (scheduled.length > 0 ? takeBack(client, group_id) : undoChange(client, group_id)),
        failed: MESSAGES.failed,
      });
    },
  });
}

/** Of answers that went meanwhile, what they have set is still to be taken back. */
async function takeBack(client: QueryClient, groupId: string) {
  try {
    await api("DELETE /scheduled/groups/{group_id}", { params: { group_id: groupId } });
  } catch (error) {
    if (!isRefusal(error, "sending.gone_out")) throw error;
    return undoChange(client, groupId);
  }
  void client.invalidateQueries({ queryKey: ticketKeys.lists() });
  return { words: MESSAGES.takenBack };
}

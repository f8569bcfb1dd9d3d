import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ticketKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import { toastUndoable } from "#web/ui/feedback/toast-undoable.ts";
import { adoptRows } from "../adopt-rows.ts";
import { undoChange } from "../undo-change.ts";
import { useOrganizationTimes } from "#web/lib/organization-times.ts";
import { FOLLOW_UP_MESSAGES as MESSAGES } from "./messages.ts";

type FollowUpWish = { ids: readonly string[]; at: string | null; hold: boolean; firm: boolean };

/** Sets when to come back to tickets, or takes their dates away; a toast says so, with one undo for all of them. */
export function useFollowUp() {
  const client = useQueryClient();
  const texts = useOrganizationTimes();
  const describe = (n: number, at: string | null) => {
    if (at === null) return MESSAGES.removed(n);
    const when = texts.whole(at);
    return n === 1 ? MESSAGES.setFor(when) : MESSAGES.setForMany(n, when);
  };
  return useMutation({
    // One after the other, so that the last answer is the last state.
    scope: { id: "follow-up" },
    mutationFn: ({ ids, ...wish }: FollowUpWish) =>
      api("PATCH /tickets/follow-up", { body: { ids: [...ids], ...wish }, fallback: MESSAGES.failed }),
    onError: (error, { ids }) => {
      toastError(error, MESSAGES.failed);
      void client.invalidateQueries({ queryKey: ticketKeys.lists() });
      for (const id of ids) void client.invalidateQueries({ queryKey: ticketKeys.detail(id) });
    },
    onSuccess: ({ tickets, missing, group_id }, { at }) => {
      adoptRows(client, tickets, missing);
      const detail = missing.length === 0 ? undefined : MESSAGES.gone(missing.length);
      toastUndoable(
        { words: describe(tickets.length, at), detail },
        { id: "follow-up", undo: () => undoChange(client, group_id), failed: MESSAGES.failed },
      );
    },
  });
}

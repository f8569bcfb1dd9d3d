import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#web/lib/api/api-client.ts";
import { toastErrorBelow } from "#web/ui/feedback/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { adoptRows } from "./adopt-rows.ts";
import { CHANGE_MESSAGES } from "./change-messages.ts";
import { BULK_MESSAGES } from "./messages.ts";

/** Takes a change of one or many tickets back, by the group that its answer named. */
export function useUndo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (groupId: string) => api("POST /tickets/undo/{group_id}", { params: { group_id: groupId } }),
    onError: (error) => toastErrorBelow(CHANGE_MESSAGES.failedToUpdate, error),
    onSuccess: ({ tickets, kept }) => {
      adoptRows(client, tickets);
      if (kept.length === 0) toast.success(BULK_MESSAGES.undone);
      else toast.warning(BULK_MESSAGES.undone, { detail: BULK_MESSAGES.kept(kept.length) });
    },
  });
}

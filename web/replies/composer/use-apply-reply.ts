import { useMutation } from "@tanstack/react-query";
import { api } from "#web/lib/api/api-client.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import type { Reply } from "../data.ts";
import { PICKER_MESSAGES as MESSAGES } from "../picker/messages.ts";

type Options = { ticketId: string; onApplied: () => void };

/** Applies a macro without a text at once; a toast says so, with an undo. */
export function useApplyReply({ ticketId, onApplied }: Options) {
  const undo = useMutation({
    mutationFn: (groupId: string) => api("POST /tickets/undo/{group_id}", { params: { group_id: groupId } }),
    onError: (error) => toastError(error, MESSAGES.failedToApply),
    onSuccess: ({ kept }) => {
      onApplied();
      if (kept.length === 0) toast.success(MESSAGES.undone, { id: TOAST });
      else toast.warning(MESSAGES.undone, { id: TOAST, detail: MESSAGES.kept });
    },
  });
  return useMutation({
    mutationFn: ({ id }: Reply) =>
      api("POST /replies/{reply_id}/apply", {
        params: { reply_id: id },
        body: { ticket_ids: [ticketId] },
        fallback: MESSAGES.failedToApply,
      }),
    onError: (error) => toastError(error, MESSAGES.failedToApply),
    onSuccess: ({ group_id }, { name }) => {
      onApplied();
      const action = { label: MESSAGES.undo, onClick: () => undo.mutate(group_id) };
      toast.success(MESSAGES.applied(name), { id: TOAST, action });
    },
  });
}

/** The toast of one macro takes the place of the one before: only the last can be undone there. */
const TOAST = "macro-applied";

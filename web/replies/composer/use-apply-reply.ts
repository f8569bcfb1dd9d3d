import { useMutation } from "@tanstack/react-query";
import { api } from "#web/lib/api/api-client.ts";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import { toastUndoable } from "#web/ui/feedback/toast-undoable.ts";
import type { Reply } from "../data.ts";
import { PICKER_MESSAGES as MESSAGES } from "../picker/messages.ts";

type Options = { ticketId: string; onApplied: () => void };

/** Applies a macro without a text at once; a toast says so, with an undo. */
export function useApplyReply({ ticketId, onApplied }: Options) {
  async function undo(groupId: string) {
    const { kept } = await api("POST /tickets/undo/{group_id}", { params: { group_id: groupId } });
    onApplied();
    return { words: MESSAGES.undone, detail: kept.length === 0 ? undefined : MESSAGES.kept };
  }
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
      toastUndoable(
        { words: MESSAGES.applied(name) },
        { id: "macro-applied", undo: () => undo(group_id), failed: MESSAGES.failedToApply },
      );
    },
  });
}

import { useMutation } from "@tanstack/react-query";
import { replyKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { toastUndoable } from "#web/ui/feedback/toast-undoable.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { REPLIES_PAGE_MESSAGES as MESSAGES } from "./messages.ts";

export type SavedReply = ReplyOf<"GET /replies/{reply_id}">["reply"];
export type NewReply = BodyOf<"POST /replies">;

/** Saves over a reply, or a new one. One that somebody else has saved meanwhile is refused and read anew. */
export function useSaveReply(edited: SavedReply | null) {
  return useMutation({
    mutationFn: (submission: Submission<NewReply>) =>
      toastOutcome(sendReply(submission, edited), {
        done: edited ? MESSAGES.updated : MESSAGES.created,
        failed: MESSAGES.failedToSave,
      }),
    onSettled: () => void refreshReplies(),
  });
}

function sendReply({ body, idempotencyKey }: Submission<NewReply>, edited: SavedReply | null) {
  if (!edited) return api("POST /replies", { body, idempotencyKey });
  return api("PATCH /replies/{reply_id}", {
    params: { reply_id: edited.id },
    body: { ...body, base_version: edited.version },
  });
}

/** Deletes at once; the toast brings it back. */
export function useDeleteReply() {
  return useMutation({
    mutationFn: (id: string) =>
      toastOutcome(api("DELETE /replies/{reply_id}", { params: { reply_id: id } }), {
        failed: MESSAGES.failedToDelete,
      }),
    onSuccess: (_, id) => {
      void refreshReplies();
      toastUndoable(
        { words: MESSAGES.deleted },
        { id: "reply-deleted", undo: () => restore(id), failed: MESSAGES.failedToSave },
      );
    },
  });
}

async function restore(id: string) {
  try {
    await api("POST /replies/{reply_id}/restore", { params: { reply_id: id } });
    return { words: MESSAGES.restored };
  } finally {
    void refreshReplies();
  }
}

function refreshReplies(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: replyKeys.all() });
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { commentKeys, ticketKeys } from "#contract/query-keys.ts";
import { api, type BodyOf } from "#web/lib/api/api-client.ts";
import { broughtFrom } from "#web/replies/composer/brought.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { bringBack } from "./bring-back.ts";
import { SENDING_MESSAGES as MESSAGES } from "./messages.ts";
import type { Waiting } from "./waiting-query.ts";

/** Takes an answer back into the box, words, files and who is mentioned. */
export function useTakeBack(answer: Waiting) {
  const { drop, refresh } = useList(answer);
  return useMutation({
    mutationFn: () =>
      toastOutcome(api("DELETE /tickets/{ticket_id}/scheduled/{scheduled_id}", at(answer)), {
        failed: MESSAGES.failedToUndo,
      }),
    onSuccess: ({ comment: text, visibility, mentions, attachments, reporters, ...written }) => {
      drop();
      bringBack(answer.ticket_id, {
        text,
        mentions: mentions.map((mention) => ({ ...mention, isStaff: true })),
        files: attachments,
        // On its incident an answer to all reporters is kept as a note.
        ...(reporters
          ? { isInternal: false, toAll: { ids: reporters, replyId: written.saved_reply_id } }
          : {
              isInternal: visibility === "internal",
              brought: broughtFrom(written.saved_reply_id, written.effects),
            }),
      });
    },
    onError: refresh,
  });
}

/** Deletes an answer; its words are gone. */
export function useDeleteWaiting(answer: Waiting) {
  const { drop, refresh } = useList(answer);
  return useMutation({
    mutationFn: () =>
      toastOutcome(api("DELETE /tickets/{ticket_id}/scheduled/{scheduled_id}", at(answer)), {
        done: MESSAGES.takenBack,
        failed: MESSAGES.failedToUndo,
      }),
    onSuccess: drop,
    onError: refresh,
  });
}

export function useSendNow(answer: Waiting) {
  const { drop, refresh } = useList(answer);
  return useMutation({
    mutationFn: () =>
      toastOutcome(api("POST /tickets/{ticket_id}/scheduled/{scheduled_id}/send-now", at(answer)), {
        failed: MESSAGES.failedToSend,
      }),
    onSuccess: () => {
      drop();
      refresh();
    },
    onError: refresh,
  });
}

type Change = BodyOf<"PATCH /tickets/{ticket_id}/scheduled/{scheduled_id}">;

export function useChangeWaiting(answer: Waiting) {
  const { refresh } = useList(answer);
  return useMutation({
    mutationFn: (body: Change) =>
      toastOutcome(api("PATCH /tickets/{ticket_id}/scheduled/{scheduled_id}", { ...at(answer), body }), {
        done: MESSAGES.changed,
        failed: MESSAGES.failedToChange,
      }),
    onSettled: refresh,
  });
}

function at({ id, ticket_id }: Waiting) {
  return { params: { ticket_id, scheduled_id: id } };
}

function useList({ id, ticket_id }: Waiting) {
  const client = useQueryClient();
  const queryKey = ticketKeys.scheduled(ticket_id);
  return {
    drop: () => client.setQueryData<Waiting[]>(queryKey, (known) => known?.filter((each) => each.id !== id)),
    /** It may have gone out. */
    refresh: () => {
      void client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: commentKeys.list(ticket_id) });
    },
  };
}

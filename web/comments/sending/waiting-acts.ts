import { useMutation, useQueryClient } from "@tanstack/react-query";
import { commentKeys, ticketKeys } from "#contract/query-keys.ts";
import { STATUSES } from "#contract/statuses.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import { broughtFrom } from "#web/replies/composer/brought.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { toastUndoable } from "#web/ui/feedback/toast-undoable.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TO_ALL } from "../answer-all/to-all.ts";
import { giveBack } from "./give-back.ts";
import { SENDING_MESSAGES as MESSAGES } from "./messages.ts";
import type { Waiting } from "./waiting-query.ts";

/** Takes an answer back into the box, words, files and who is mentioned. */
export function useTakeBack(answer: Waiting) {
  const { drop, refresh } = useList(answer);
  const { id: userId } = useUser();
  return useMutation({
    mutationFn: () =>
      toastOutcome(api("DELETE /tickets/{ticket_id}/scheduled/{scheduled_id}", at(answer)), {
        failed: MESSAGES.failedToUndo,
      }),
    onSuccess: async (written) => {
      drop();
      const place = await giveWordsBack(userId, written);
      // The page was left, or cannot answer any more: the words did not come before the person's eyes.
      if (place === "draft") toast.success(MESSAGES.takenBack, { detail: MESSAGES.inDraft });
    },
    onError: refresh,
  });
}

type Written = ReplyOf<"DELETE /tickets/{ticket_id}/scheduled/{scheduled_id}">;

/** Gives back what was written to the box or the draft of its ticket. */
function giveWordsBack(userId: string, answer: Written) {
  const { ticket_id: ticketId, comment: text, attachments, reporters, ...written } = answer;
  return giveBack(
    { userId, ticketId },
    {
      text,
      mentions: written.mentions.map((mention) => ({ ...mention, isStaff: true })),
      files: attachments,
      // On its incident an answer to all reporters is kept as a note.
      ...(reporters
        ? { isInternal: false, toAll: { ...TO_ALL, ids: reporters, replyId: written.saved_reply_id } }
        : {
            isInternal: written.visibility === "internal",
            brought: broughtFrom(written.saved_reply_id, written.effects),
          }),
    },
  );
}

/** Deletes an answer; its author can take that back at once. */
export function useDeleteWaiting(answer: Waiting, isOwn: boolean) {
  const { drop, refresh } = useList(answer);
  const { id: userId } = useUser();
  return useMutation({
    mutationFn: () =>
      toastOutcome(api("DELETE /tickets/{ticket_id}/scheduled/{scheduled_id}", at(answer)), {
        failed: MESSAGES.failedToUndo,
      }),
    onSuccess: (written) => {
      drop();
      if (!isOwn) toast.success(MESSAGES.takenBack);
      else
        toastUndoable(
          { words: MESSAGES.takenBack },
          { id: "answer-deleted", undo: () => undelete(answer, written), failed: MESSAGES.failedToUndo },
        );
    },
    onError: refresh,
  });

  /** One that waited waits again, as it was. Else the words are given back: it was stopped, or would be refused now. */
  async function undelete({ state }: Waiting, written: Written) {
    if (state === "waiting" && (await scheduleAgain(written))) {
      refresh();
      return { words: MESSAGES.scheduledAgain };
    }
    const place = await giveWordsBack(userId, written);
    return { words: place === "box" ? MESSAGES.inBox : MESSAGES.inDraft };
  }
}

/** False where it is refused. */
async function scheduleAgain({ ticket_id, mentions, attachments, ...written }: Written): Promise<boolean> {
  const { comment, visibility, send_at, stop_if_answered, effects, saved_reply_id } = written;
  const status = STATUSES.find((code) => code === written.status);
  const body = {
    comment,
    visibility,
    send_at,
    stop_if_answered,
    mentions: mentions.map(({ user_id }) => user_id),
    attachment_ids: attachments.map(({ id }) => id),
    ...(status && { status }),
    ...(effects && { effects }),
    ...(saved_reply_id !== null && { saved_reply_id }),
  };
  return api("POST /tickets/{ticket_id}/scheduled", { params: { ticket_id }, body }).then(
    () => true,
    () => false,
  );
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

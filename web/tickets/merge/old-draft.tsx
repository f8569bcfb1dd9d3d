import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type BoxWords, isBoxWords } from "#web/comments/draft/box-words.ts";
import { openCommonDraft, wordsKey } from "#web/comments/draft/common-draft.ts";
import { boxOf, type Draft } from "#web/comments/draft/draft-box.ts";
import { bringBack, type Words } from "#web/comments/sending/bring-back.ts";
import { api } from "#web/lib/api/api-client.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import { dropDraft, readDraft } from "#web/lib/form/draft-storage.ts";
import { Button } from "#web/ui/button.tsx";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import { refreshAll } from "./merge-data.ts";
import { MERGE_MESSAGES as MESSAGES } from "./messages.ts";

type Props = { from: { id: string; uid: string }; toId: string };

/** Offers what one has begun to write on a merged ticket; it is never joined by itself. */
export function OldDraft({ from, toId }: Props) {
  const client = useQueryClient();
  const { id: userId } = useUser();
  const deciding = useMutation({
    mutationFn: async (isWanted: boolean) => {
      const params = { ticket_id: from.id };
      if (isWanted) {
        const { draft } = await api("GET /tickets/{ticket_id}/draft", { params });
        const words = newestOf(draft, readKept(userId, from.id));
        // Where nobody can answer any more the words stay where they are.
        if (words && !bringBack(toId, words)) return false;
      }
      await api("DELETE /tickets/{ticket_id}/draft", { params });
      dropKept(userId, from.id);
      return true;
    },
    onError: (error) => toastError(error, MESSAGES.failedDraft),
    onSettled: () => refreshAll(client),
  });
  if (deciding.data) return null;
  return (
    <span className="flex-row">
      {MESSAGES.draftFrom(from.uid)}
      <Button size="small" disabled={deciding.isPending} onClick={() => deciding.mutate(true)}>
        {MESSAGES.insert}
      </Button>
      <Button size="small" look="ghost" disabled={deciding.isPending} onClick={() => deciding.mutate(false)}>
        {MESSAGES.discard}
      </Button>
    </span>
  );
}

/** Whether words on a ticket are in this browser that the server never had: the merge came before they were saved. */
export function hasUnsavedWords(userId: string, ticketId: string): boolean {
  const kept = readKept(userId, ticketId);
  return !!kept?.text.trim() && kept.text !== openCommonDraft(userId, ticketId).now()?.text;
}

function readKept(userId: string, ticketId: string): BoxWords | null {
  return readDraft(wordsKey(userId, ticketId), isBoxWords);
}

function dropKept(userId: string, ticketId: string): void {
  dropDraft(wordsKey(userId, ticketId));
  openCommonDraft(userId, ticketId).remember(null, "");
}

/** This browser's copy goes on from the server's, or it is an older one. */
function newestOf(draft: Draft | null, kept: BoxWords | null): Words | null {
  const files = draft?.attachments ?? [];
  if (kept?.text.startsWith(draft?.text ?? "")) return { ...kept, files };
  return draft && { ...boxOf(draft), files };
}

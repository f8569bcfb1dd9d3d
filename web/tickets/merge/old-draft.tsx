import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bringBack } from "#web/comments/sending/bring-back.ts";
import { broughtFrom } from "#web/replies/composer/brought.ts";
import { api } from "#web/lib/api/api-client.ts";
import { Button } from "#web/ui/button.tsx";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import { refreshAll } from "./merge-data.ts";
import { MERGE_MESSAGES as MESSAGES } from "./messages.ts";

type Props = { from: { id: string; uid: string }; toId: string };

/** Offers what one has begun to write on a merged ticket; it is never joined by itself. */
export function OldDraft({ from, toId }: Props) {
  const client = useQueryClient();
  const deciding = useMutation({
    mutationFn: async (isWanted: boolean) => {
      const params = { ticket_id: from.id };
      if (isWanted) {
        const { draft } = await api("GET /tickets/{ticket_id}/draft", { params });
        const isTaken =
          draft &&
          bringBack(toId, {
            text: draft.text,
            isInternal: draft.is_internal,
            mentions: draft.mentions.map(({ user_id, name, is_staff }) => ({
              user_id,
              name,
              isStaff: is_staff,
            })),
            files: draft.attachments,
            brought: broughtFrom(draft.saved_reply_id, draft.effects),
          });
        // Where nobody can answer any more the words stay where they are.
        if (isTaken === false) return;
      }
      await api("DELETE /tickets/{ticket_id}/draft", { params });
    },
    onError: (error) => toastError(error, MESSAGES.failedDraft),
    onSettled: () => refreshAll(client),
  });
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

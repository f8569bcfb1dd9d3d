import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { tagKeys, ticketKeys } from "#contract/query-keys.ts";
import { api, type ReplyOf } from "#web/lib/api/api-client.ts";
import { isRefusal } from "#web/lib/api/api-error.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { toastUndoable } from "#web/ui/feedback/toast-undoable.ts";
import { TAG_ACT_MESSAGES, TAG_MESSAGES } from "./messages.ts";

export type Tag = ReplyOf<"GET /tags">["items"][number];

/** Tags that are fetched at once; more are found by searching. */
const TAGS_ASKED = 100;

export function tagsQuery(search: string) {
  return queryOptions({
    queryKey: tagKeys.list(search),
    queryFn: ({ signal }) =>
      api("GET /tags", {
        query: { search, page: 1, page_size: TAGS_ASKED },
        signal,
        fallback: TAG_MESSAGES.failedToFetch,
      }),
    placeholderData: keepPreviousData,
  });
}

export function useRenameTag(id: string) {
  return useMutation({
    mutationFn: ({ body }: { body: { name: string } }) =>
      api("PATCH /tags/{tag_id}", { params: { tag_id: id }, body }),
    onSuccess: ({ group_id }) => tellDone(TAG_ACT_MESSAGES.renamed.done, group_id),
    onError: (error) => {
      // With a name that is taken it asks whether the two are merged.
      if (!isRefusal(error, "tag.name_taken")) toastError(error, TAG_ACT_MESSAGES.renamed.failed);
    },
  });
}

export function useMergeTag(id: string) {
  return useMutation({
    mutationFn: (intoId: string) =>
      toastOutcome(api("POST /tags/{tag_id}/merge", { params: { tag_id: id }, body: { into_id: intoId } }), {
        failed: TAG_ACT_MESSAGES.merged.failed,
      }),
    onSuccess: ({ group_id }) => tellDone(TAG_ACT_MESSAGES.merged.done, group_id),
  });
}

export function useDeleteTag(id: string) {
  return useMutation({
    mutationFn: () =>
      toastOutcome(api("DELETE /tags/{tag_id}", { params: { tag_id: id } }), {
        failed: TAG_ACT_MESSAGES.deleted.failed,
      }),
    onSuccess: ({ group_id }) => tellDone(TAG_ACT_MESSAGES.deleted.done, group_id),
  });
}

function tellDone(words: string, groupId: string): void {
  void refreshTags();
  toastUndoable({ words }, { id: "tags", undo, failed: TAG_ACT_MESSAGES.undone.failed });

  async function undo() {
    try {
      await api("POST /tags/undo/{group_id}", { params: { group_id: groupId } });
      return { words: TAG_ACT_MESSAGES.undone.done };
    } finally {
      void refreshTags();
    }
  }
}

/** Tickets show their tags by name. */
async function refreshTags(): Promise<void> {
  await Promise.all(
    [tagKeys.all(), ticketKeys.lists(), ticketKeys.details()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

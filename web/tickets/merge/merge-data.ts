import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { commentKeys, ticketKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { upTo } from "#web/lib/api/query-client.ts";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import { toastUndoable } from "#web/ui/feedback/toast-undoable.ts";
import { refreshLists } from "../data.ts";
import { MERGE_MESSAGES as MESSAGES } from "./messages.ts";

export type Preview = ReplyOf<"POST /tickets/{ticket_id}/merge/preview">;
export type Merge = ReplyOf<"GET /tickets/{ticket_id}/merges">["items"][number];
export type Named = { id: string; uid: string; subject: string };

/** What a merge would do; the answer of before stays while another one is asked for. */
export function previewQuery(keptId: string, ids: readonly string[]) {
  return queryOptions({
    queryKey: ticketKeys.merges(keptId, { ids }),
    queryFn: ({ signal }) =>
      api("POST /tickets/{ticket_id}/merge/preview", {
        params: { ticket_id: keptId },
        body: { ids: [...ids] },
        signal,
        fallback: MESSAGES.failedToPreview,
      }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    retry: upTo(1),
    staleTime: 0,
    gcTime: 0,
  });
}

/** What was merged into a ticket, and split from it. */
export function mergesQuery(id: string) {
  return queryOptions({
    queryKey: ticketKeys.merges(id, null),
    queryFn: ({ signal }) =>
      api("GET /tickets/{ticket_id}/merges", {
        params: { ticket_id: id },
        signal,
        fallback: MESSAGES.failedToFetch,
      }),
    retry: upTo(1),
  });
}

/** Merges tickets into one; a toast tells it, with an undo. */
export function useMerge(kept: Named) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ others, digest }: { others: readonly Named[]; digest: string | undefined }) =>
      api("POST /tickets/{ticket_id}/merge", {
        params: { ticket_id: kept.id },
        body: { ids: others.map(({ id }) => id), ...(digest && { audience_seen: digest }) },
        fallback: MESSAGES.failed,
      }),
    onSuccess: ({ merges }, { others }) => {
      const words = MESSAGES.done(
        others.map(({ uid }) => uid),
        kept.uid,
      );
      offerUndo(client, { words, mergeIds: merges.map(({ id }) => id), undone: MESSAGES.undone });
    },
    onError: (error) => toastError(error, MESSAGES.failed),
    onSettled: () => refreshAll(client),
  });
}

type Undo = BodyOf<"POST /tickets/merges/undo">;

/** Takes a merge or a split back. */
export function useUndoMerge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Undo) => api("POST /tickets/merges/undo", { body, fallback: MESSAGES.failedToUndo }),
    onError: (error) => toastError(error, MESSAGES.failedToUndo),
    onSettled: () => refreshAll(client),
  });
}

type Done = { words: string; mergeIds: string[]; undone: string };

/** Tells a merge or a split, with its undo. */
export function offerUndo(client: QueryClient, { words, mergeIds, undone }: Done): void {
  toastUndoable({ words }, { id: "tickets-merged", undo, failed: MESSAGES.failedToUndo });

  async function undo() {
    try {
      await api("POST /tickets/merges/undo", { body: { merge_ids: mergeIds } });
      return { words: undone };
    } finally {
      void refreshAll(client);
    }
  }
}

/** Lists, both tickets and their conversations are others now. */
export async function refreshAll(client: QueryClient): Promise<void> {
  await Promise.all([
    refreshLists(client),
    client.invalidateQueries({ queryKey: ticketKeys.details() }),
    client.invalidateQueries({ queryKey: commentKeys.all() }),
  ]);
}

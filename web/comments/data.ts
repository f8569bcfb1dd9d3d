import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { commentKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { upTo } from "#web/lib/api/query-client.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { COMMENT_MESSAGES } from "./messages.ts";
import { takeChangedAudience } from "./use-audience.ts";

export type CommentPage = ReplyOf<"GET /tickets/{ticket_id}/comments">;
export type Comment = CommentPage["comments"][number];
export type NewComment = BodyOf<"POST /tickets/{ticket_id}/comments">;

/** A ticket's conversation, oldest first, in the server's pages of 200. */
export function commentsQuery(ticketId: string) {
  return infiniteQueryOptions({
    queryKey: commentKeys.list(ticketId),
    queryFn: ({ pageParam, signal }) =>
      api("GET /tickets/{ticket_id}/comments", {
        params: { ticket_id: ticketId },
        query: { page: pageParam },
        signal,
        fallback: COMMENT_MESSAGES.failedToFetch,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }: CommentPage) => (meta.page < meta.pages ? meta.page + 1 : undefined),
    retry: upTo(1),
  });
}

/** All loaded comments, each once. */
export function commentsOf(data: InfiniteData<CommentPage> | undefined): Comment[] {
  const all = new Map<string, Comment>();
  for (const page of data?.pages ?? []) for (const comment of page.comments) all.set(comment.id, comment);
  return [...all.values()];
}

export function versionsQuery(ticketId: string, comment: Pick<Comment, "id" | "edited_at">) {
  return queryOptions({
    queryKey: commentKeys.versions(ticketId, comment.id, comment.edited_at),
    queryFn: ({ signal }) =>
      api("GET /tickets/{ticket_id}/comments/{comment_id}/versions", {
        params: { ticket_id: ticketId, comment_id: comment.id },
        signal,
        fallback: COMMENT_MESSAGES.failedToFetchVersions,
      }),
    retry: upTo(1),
  });
}

export function useAddComment(ticketId: string) {
  const client = useQueryClient();
  const { append } = usePatches(ticketId);
  return useMutation({
    onError: (error) => takeChangedAudience(client, ticketId, error),
    mutationFn: ({ body, idempotencyKey }: Submission<NewComment>) =>
      toastOutcome(
        api("POST /tickets/{ticket_id}/comments", {
          params: { ticket_id: ticketId },
          body,
          idempotencyKey,
          fallback: COMMENT_MESSAGES.failedToCreate,
        }),
        { failed: COMMENT_MESSAGES.failedToCreate },
      ),
    onSuccess: append,
  });
}

export function useEditComment(ticketId: string, commentId: string) {
  const { replace } = usePatches(ticketId);
  return useMutation({
    mutationFn: ({ body }: Submission<BodyOf<"PUT /tickets/{ticket_id}/comments/{comment_id}">>) =>
      toastOutcome(
        api("PUT /tickets/{ticket_id}/comments/{comment_id}", {
          params: { ticket_id: ticketId, comment_id: commentId },
          body,
          fallback: COMMENT_MESSAGES.failedToUpdate,
        }),
        { failed: COMMENT_MESSAGES.failedToUpdate },
      ),
    onSuccess: replace,
  });
}

export function useDeleteComment(ticketId: string) {
  const refresh = useRefreshComments(ticketId);
  return useMutation({
    mutationFn: (commentId: string) =>
      toastOutcome(
        api("DELETE /tickets/{ticket_id}/comments/{comment_id}", {
          params: { ticket_id: ticketId, comment_id: commentId },
          fallback: COMMENT_MESSAGES.failedToDelete,
        }),
        { failed: COMMENT_MESSAGES.failedToDelete },
      ),
    onSuccess: refresh,
  });
}

/** Asks for the conversation anew. */
export function useRefreshComments(ticketId: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: commentsQuery(ticketId).queryKey });
}

/** Takes single comments into the loaded pages, so that nothing has to be asked for again. */
function usePatches(ticketId: string) {
  const client = useQueryClient();
  const { queryKey } = commentsQuery(ticketId);
  const patch = (change: (page: CommentPage, index: number, last: number) => CommentPage) =>
    client.setQueryData(queryKey, (data) => {
      if (!data) return data;
      return { ...data, pages: data.pages.map((page, index) => change(page, index, data.pages.length - 1)) };
    });
  return {
    append: (comment: Comment) =>
      patch((page, index, last) => {
        const isNew = !page.comments.some(({ id }) => id === comment.id);
        const comments = index === last && isNew ? [...page.comments, comment] : page.comments;
        return { ...page, comments, total: page.total + (isNew ? 1 : 0) };
      }),
    replace: (comment: Comment) =>
      patch((page) => ({
        ...page,
        comments: page.comments.map((one) => (one.id === comment.id ? comment : one)),
      })),
  };
}

import { queryOptions } from "@tanstack/react-query";
import type { Language } from "#contract/languages.ts";
import { LIMITS } from "#contract/limits.ts";
import { replyKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { upTo } from "#web/lib/api/query-client.ts";
import { REPLY_MESSAGES } from "./messages.ts";

export type Reply = ReplyOf<"GET /replies">["items"][number];
export type Rendered = ReplyOf<"POST /replies/{reply_id}/render">;
export type EffectOnTicket = Rendered["effects"][number];
export type StaleEffect = Reply["stale"][number];
/** What a macro sets, as a request takes it. */
export type Effects = NonNullable<BodyOf<"POST /tickets/{ticket_id}/comments">["effects"]>;

const MINUTE_MS = 60_000;

type Asked = { ticket_id?: string; search?: string };

/** All saved replies of this person at once: the picker searches them with each key. Changes of shared ones come live. */
export function repliesQuery(asked: Asked = {}) {
  return queryOptions({
    queryKey: replyKeys.list(asked),
    queryFn: async ({ signal }) =>
      (
        await api("GET /replies", {
          query: { ...asked, per_page: LIMITS.replies },
          signal,
          fallback: REPLY_MESSAGES.failedToFetch,
        })
      ).items,
    staleTime: MINUTE_MS,
    retry: upTo(1),
  });
}

/** A saved reply with its whole texts. */
export function replyQuery(id: string) {
  return queryOptions({
    queryKey: replyKeys.detail(id),
    queryFn: async ({ signal }) =>
      (
        await api("GET /replies/{reply_id}", {
          params: { reply_id: id },
          signal,
          fallback: REPLY_MESSAGES.failedToFetch,
        })
      ).reply,
    // Somebody edits it from here on: what others save meanwhile is refused, not mixed in.
    staleTime: 0,
  });
}

/** A saved reply as it reads on a ticket, in the client's language or the one that was chosen. */
export function renderedQuery(replyId: string, ticketId: string, language?: Language) {
  const asked = { ticket_id: ticketId, ...(language && { language }) };
  return queryOptions({
    queryKey: replyKeys.rendered(replyId, asked),
    queryFn: ({ signal }) =>
      api("POST /replies/{reply_id}/render", {
        params: { reply_id: replyId },
        body: asked,
        signal,
        fallback: REPLY_MESSAGES.failedToFetch,
      }),
    // What it says of the ticket may change with every event there.
    staleTime: MINUTE_MS / 6,
    retry: upTo(1),
  });
}

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { ticketKeys } from "#contract/query-keys.ts";
import type { ReplyOf } from "#web/lib/api/api-client.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import { useLeave } from "#web/lib/use-leave.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { type Comment, commentsOf, commentsQuery } from "./data.ts";
import { keepHere } from "./draft/keep-here.ts";
import { COMMENT_MESSAGES } from "./messages.ts";

const rescueWords = lazyLoad(
  () => import("./sending/rescue-words.ts"),
  (module) => module.rescueWords,
);

/**
 * Brings the words of an editor into the box of the ticket where somebody deletes their comment, or moves it to another ticket,
 * under it. `unsaved` gives what nobody has saved, and null where that is nothing.
 */
export function useEditRescue(ticketId: string, comment: Comment, unsaved: () => string | null): void {
  const client = useQueryClient();
  const { id: userId } = useUser();
  useLeave(() => {
    const text = unsaved();
    if (text === null) return;
    const place = { userId, ticketId };
    const words = { text, isInternal: comment.visibility === "internal" };
    // The ticket that stays offers them, and may be looked at already.
    if (isMerged(client, ticketId)) keepHere(place, words);
    else if (isGone(client, ticketId, comment.id))
      void rescueWords().then((rescue) =>
        rescue(place, { ...words, files: [] }, COMMENT_MESSAGES.noLongerHere),
      );
  });
}

/** False as well where nothing is known any more, since somebody has signed out. */
function isGone(client: QueryClient, ticketId: string, id: string): boolean {
  const known = client.getQueryData(commentsQuery(ticketId).queryKey);
  return known !== undefined && !commentsOf(known).some((one) => one.id === id && one.deleted_at === null);
}

/** Whether the ticket became part of another one while its page was open. */
export function isMerged(client: QueryClient, ticketId: string): boolean {
  const ticket = client.getQueryData<ReplyOf<"GET /tickets/{ticket_id}">>(ticketKeys.detail(ticketId));
  return Boolean(ticket?.merged_into);
}

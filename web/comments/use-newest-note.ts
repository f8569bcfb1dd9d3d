import { useInfiniteQuery } from "@tanstack/react-query";
import { commentsOf, commentsQuery } from "./data.ts";

/**
 * The id of the newest words on a ticket, where they are an internal note of somebody else; null where they are not,
 * undefined while they are on their way.
 */
export function useNewestNote(ticketId: string, ownId: string): string | null | undefined {
  const { data } = useInfiniteQuery({ ...commentsQuery(ticketId), enabled: false });
  const newest = commentsOf(data).at(-1);
  if (!data) return undefined;
  return newest?.visibility === "internal" && newest.author_id !== ownId ? newest.id : null;
}

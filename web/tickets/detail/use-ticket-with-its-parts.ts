import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { commentsOf, commentsQuery } from "#web/comments/data.ts";
import { ticketMailsQuery } from "#web/comments/mail/ticket-mails.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { useMarkdownPending } from "#web/ui/markdown/markdown.tsx";
import { participantsQuery } from "./participants-data.ts";
import type { TicketDetail } from "../ticket-data.ts";
import { ticketQuery } from "../ticket-query.ts";

/** Time that a ticket waits for its other parts once it is here, in ms; then it is shown without. */
const PATIENCE_MS = 500;

/** Asks for what is not here yet of a ticket and its parts. */
export async function fetchTicketWithItsParts(id: string): Promise<void> {
  await Promise.all([
    queryClient.ensureQueryData(ticketQuery(id)),
    queryClient.ensureInfiniteQueryData(commentsQuery(id)),
    queryClient.ensureQueryData(participantsQuery(id)),
    queryClient.ensureQueryData(ticketMailsQuery(id)),
  ]);
}

/**
 * Fetches the parts of a ticket beside it, not after it, and gives whether it can be shown: at once with all of
 * that, so that nothing on the page moves when a part comes later. A ticket that came long before the visit waits for none.
 */
export function useTicketReady(id: string, ticket: TicketDetail | undefined): boolean {
  const comments = useInfiniteQuery(commentsQuery(id));
  const participants = useQuery(participantsQuery(id));
  const mails = useQuery(ticketMailsQuery(id));
  const texts = [ticket?.issue ?? "", ...commentsOf(comments.data).map(({ comment }) => comment)];
  const isRaw = useMarkdownPending(texts);
  const isHere = ticket !== undefined;
  const [isPatienceOver, setPatienceOver] = useState(() => isHere && cameLongAgo(id));
  useEffect(() => {
    if (!isHere) return undefined;
    const timer = window.setTimeout(() => setPatienceOver(true), PATIENCE_MS);
    return () => window.clearTimeout(timer);
  }, [isHere]);
  return isPatienceOver || !(comments.isPending || participants.isPending || mails.isPending || isRaw);
}

function cameLongAgo(id: string): boolean {
  const { dataUpdatedAt = 0 } = queryClient.getQueryState(ticketQuery(id).queryKey) ?? {};
  return Date.now() - dataUpdatedAt >= PATIENCE_MS;
}

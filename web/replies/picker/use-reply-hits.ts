import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useDebouncedText } from "#web/lib/use-debounced-text.ts";
import { type Reply, repliesQuery } from "../data.ts";
import { REPLY_MESSAGES } from "../messages.ts";
import { findReplies, indexReplies, SHOWN } from "./search-replies.ts";

/** Letters from which the server looks through whole texts as well. */
const WHOLE_TEXTS_FROM = 3;

/**
 * The saved replies that fit a search, at most `SHOWN`. Names and beginnings are searched here with each key; from three
 * letters what the server finds in whole texts follows below.
 */
export function useReplyHits(search: string, ticketId?: string) {
  const asked = ticketId === undefined ? {} : { ticket_id: ticketId };
  const all = useQuery(repliesQuery(asked));
  const [now] = useState(() => Date.now());
  const index = useMemo(() => indexReplies(all.data ?? [], now), [all.data, now]);
  const term = useDebouncedText(search.trim().length >= WHOLE_TEXTS_FROM ? search.trim() : "");
  const whole = useQuery({ ...repliesQuery({ ...asked, search: term }), enabled: term !== "" });
  const here = useMemo(() => findReplies(index, search), [index, search]);
  return {
    rows: withoutDoubles([...here, ...(term === search.trim() ? (whole.data ?? []) : [])]),
    /** How many there are at all. */
    count: index.length,
    isPending: all.isPending,
    error: all.isError ? failureMessage(all.error, REPLY_MESSAGES.failedToFetch) : null,
    retry: () => void all.refetch(),
  };
}

function withoutDoubles(replies: readonly Reply[]): Reply[] {
  const byId = new Map<string, Reply>();
  for (const reply of replies) if (!byId.has(reply.id)) byId.set(reply.id, reply);
  return [...byId.values()].slice(0, SHOWN);
}

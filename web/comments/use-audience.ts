import { queryOptions, type QueryClient, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ticketKeys } from "#contract/query-keys.ts";
import { ApiError, isRecord, isRefusal } from "#web/lib/api/api-error.ts";
import { api, type ReplyOf } from "#web/lib/api/api-client.ts";
import { COMMENT_MESSAGES } from "./messages.ts";

export type Audience = ReplyOf<"GET /tickets/{ticket_id}/audience">;
type Outsider = Audience["outside"][number];

/** Who will be mailed an answer. An event of the ticket makes it stale, such as somebody who was added. */
function audienceQuery(ticketId: string) {
  return queryOptions({
    queryKey: ticketKeys.audience(ticketId),
    queryFn: ({ signal }) =>
      api("GET /tickets/{ticket_id}/audience", {
        params: { ticket_id: ticketId },
        signal,
        fallback: COMMENT_MESSAGES.failedToFetch,
      }),
    staleTime: 0,
  });
}

/**
 * The readers of the words in the box, asked for when somebody turns to it: a page that is only read asks for nothing.
 * People of another company are agreed to once for these words.
 */
export function useAudience(ticketId: string) {
  const [isWanted, setWanted] = useState(false);
  const [agreed, setAgreed] = useState<readonly string[]>([]);
  const { data: readers } = useQuery({ ...audienceQuery(ticketId), enabled: isWanted });
  const strangers: readonly Outsider[] = (readers?.outside ?? []).filter(
    ({ user_id }) => !agreed.includes(user_id),
  );
  return {
    readers,
    /** Readers of another company whom nobody has agreed to yet. */
    strangers,
    setWanted,
    agree: () => setAgreed([...agreed, ...strangers.map(({ user_id }) => user_id)]),
    beginAnew: () => setAgreed([]),
  };
}

/** Takes the readers from a refusal that says they have changed, so that they stand above the words at once. */
export function takeChangedAudience(client: QueryClient, ticketId: string, error: unknown): void {
  if (!(error instanceof ApiError) || !isRefusal(error, "comment.audience_changed")) return;
  const { audience } = error.problem;
  if (isAudience(audience)) client.setQueryData(audienceQuery(ticketId).queryKey, audience);
}

function isAudience(value: unknown): value is Audience {
  const lists = ["readers", "silent", "unreachable", "outside"];
  return (
    isRecord(value) &&
    typeof value["digest"] === "string" &&
    lists.every((name) => Array.isArray(value[name]))
  );
}

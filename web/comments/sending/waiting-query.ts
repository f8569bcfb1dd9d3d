import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { mayHaveInbox } from "#contract/access/inbox.ts";
import { liveKeys, ticketKeys } from "#contract/query-keys.ts";
import { api, type ReplyOf } from "#web/lib/api/api-client.ts";
import { upTo } from "#web/lib/api/query-client.ts";
import { useActor } from "#web/lib/api/session-state.ts";

type Scheduled = ReplyOf<"GET /tickets/{ticket_id}/scheduled">["scheduled"][number];
/** An answer that waits, with the time of this browser's clock at which it goes. */
export type Waiting = Scheduled & { goesAt: number };

/** Milliseconds between two looks while one is due of which nothing was heard. */
const LOOK_AGAIN = 1000;

export function waitingQuery(ticketId: string) {
  return queryOptions({
    queryKey: ticketKeys.scheduled(ticketId),
    queryFn: async ({ signal }) => {
      const { scheduled } = await api("GET /tickets/{ticket_id}/scheduled", {
        params: { ticket_id: ticketId },
        signal,
      });
      return scheduled.map(toWaiting);
    },
    // The live stream tells of it; where that is away, whoever waits looks.
    refetchInterval: ({ state }) => (state.data?.some(isDue) ? LOOK_AGAIN : false),
    retry: upTo(1),
  });
}

/** The clocks of browsers differ from the server's, so that what is left counts. */
export function toWaiting(answer: Scheduled): Waiting {
  return { ...answer, goesAt: Date.now() + answer.waits_ms };
}

function isDue({ state, goesAt }: Waiting): boolean {
  return state === "waiting" && goesAt <= Date.now();
}

const NONE: readonly Waiting[] = [];

/** The answers that wait on a ticket, as far as this person sees them; none for clients, who have nothing of them. */
export function useWaiting(ticketId: string): readonly Waiting[] {
  const { data, refetch } = useQuery({ ...waitingQuery(ticketId), enabled: mayHaveInbox(useActor()) });
  const { dataUpdatedAt: toldAt } = useQuery({ queryKey: liveKeys.own("sending", ticketId), enabled: false });
  const known = useRef(toldAt);
  useEffect(() => {
    if (known.current !== toldAt) void refetch();
    known.current = toldAt;
  }, [toldAt, refetch]);
  return data ?? NONE;
}

import { useQuery } from "@tanstack/react-query";
import { Eye, PenLine } from "lucide-react";
import { useEffect } from "react";
import { mayWriteInternalNote } from "#contract/access/comments.ts";
import { LIMITS } from "#contract/limits.ts";
import { liveKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { DETAIL_MESSAGES } from "../detail-messages.ts";

/** Twice within the time after which the server forgets. */
const REPEAT_MS = (LIMITS.presenceSeconds * 1000) / 2;

/** The other staff who look at this ticket now; reporting one's own presence gets theirs. Clients neither see nor are seen. */
export function PresenceLine({ ticketId, isWriting }: { ticketId: string; isWriting: boolean }) {
  const actor = useActor();
  const isStaff = mayWriteInternalNote(actor);
  const state = isWriting ? "writing" : "viewing";
  const { data, refetch } = useQuery({
    queryKey: liveKeys.presence(ticketId),
    queryFn: ({ signal }) => sayPresence(ticketId, state, signal),
    enabled: isStaff,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: REPEAT_MS,
  });
  useEffect(() => {
    if (isStaff) void refetch();
    // A change of state is reported at once.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [isStaff, state, refetch]);
  useEffect(() => {
    if (!isStaff) return undefined;
    return () => void sayPresence(ticketId, "gone").catch(() => undefined);
  }, [isStaff, ticketId]);
  const others = data?.people.filter(({ id }) => id !== actor.id) ?? [];
  if (others.length === 0) return null;
  return (
    <ul className="presence flex-row wrap text-tiny" aria-live="polite">
      {others.map((person) => (
        <li key={person.id} className="flex-row">
          {person.state === "writing" ? <PenLine className="icon small" /> : <Eye className="icon small" />}
          <b>{person.fullname}</b>
          {person.state === "writing" ? DETAIL_MESSAGES.isWriting : DETAIL_MESSAGES.alsoViewing}
        </li>
      ))}
    </ul>
  );
}

function sayPresence(ticketId: string, state: "viewing" | "writing" | "gone", signal?: AbortSignal) {
  return api("POST /tickets/{ticket_id}/presence", {
    params: { ticket_id: ticketId },
    body: { state },
    signal,
  });
}

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ticketKeys } from "#contract/query-keys.ts";
import { useCurrentTime } from "#web/lib/current-time.ts";
import type { TicketDetail } from "./data.ts";

export type TicketSla = NonNullable<TicketDetail["sla"]>;
export type TargetState = NonNullable<TicketSla["first_response"]>;

/** A moment after a clock was to change, so that the server has seen it as well, in ms. */
const AFTER_MS = 1500;
/** Longer waits than a timer holds are none that anybody sits through. */
const LONGEST_MS = 2 ** 31 - 1;

/** The present time, and the one at which the server told how the targets of a ticket stand (both ms). */
export function useClock({ id, sla }: TicketDetail): { now: number; asOf: number } {
  const client = useQueryClient();
  const now = useCurrentTime();
  const fetchedAt = client.getQueryState(ticketKeys.detail(id))?.dataUpdatedAt ?? now;
  const [told, hear] = useState({ sla, asOf: fetchedAt });
  if (told.sla !== sla) hear({ sla, asOf: fetchedAt });
  return { now: Math.max(now, told.asOf), asOf: told.asOf };
}

/**
 * Asks again when a clock begins or ends to count, and after each change of the ticket, whose answer says nothing of clocks. For
 * one part of the page alone: two would ask twice.
 */
export function useFreshClock({ id, version, sla }: TicketDetail): void {
  const client = useQueryClient();
  const asked = useRef({ sla, version });
  useEffect(() => {
    const isStale = asked.current.version !== version && asked.current.sla === sla;
    asked.current = { sla, version };
    if (isStale) askAgain(client, id);
  }, [client, id, version, sla]);
  const changesAt = sla ? nextChange(sla) : null;
  useEffect(() => {
    if (changesAt === null) return undefined;
    const wait = changesAt - Date.now() + AFTER_MS;
    if (wait <= 0 || wait > LONGEST_MS) return undefined;
    const timer = window.setTimeout(() => askAgain(client, id), wait);
    return () => window.clearTimeout(timer);
  }, [client, id, changesAt]);
}

function askAgain(client: QueryClient, id: string): void {
  void client.invalidateQueries({ queryKey: ticketKeys.detail(id), exact: true });
  void client.invalidateQueries({ queryKey: ticketKeys.receipts(id) });
}

function nextChange(sla: TicketSla): number | null {
  const changes = Object.values(sla).flatMap((target) =>
    target?.changes_at ? [Date.parse(target.changes_at)] : [],
  );
  return changes.length > 0 ? Math.min(...changes) : null;
}

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { LIVE_TOPICS } from "#contract/events.ts";
import { ticketKeys } from "#contract/query-keys.ts";
import { type Change, onChanges } from "#web/lib/live/changes.ts";
import type { Reporter } from "./incident-data.ts";

/** Fetches the reporters anew when one of their tickets changes, or somebody writes there. */
export function useLiveReporters(incidentId: string, reporters: readonly Reporter[]): void {
  const client = useQueryClient();
  const ids = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    ids.current = new Set(reporters.map(({ id }) => id));
  }, [reporters]);
  useEffect(() => {
    const isOurs = ({ id, ticket_id }: Change) =>
      ids.current.has(id) || (ticket_id !== undefined && ids.current.has(ticket_id));
    const look = (changes: readonly Change[]) => {
      if (changes.length > 0 && !changes.some(isOurs)) return;
      void client.invalidateQueries({ queryKey: ticketKeys.reporters(incidentId) });
      void client.invalidateQueries({ queryKey: ticketKeys.detail(incidentId), exact: true });
    };
    const ends = [onChanges(LIVE_TOPICS.ticket, look), onChanges(LIVE_TOPICS.comment, look)];
    return () => ends.forEach((end) => end());
  }, [client, incidentId]);
}

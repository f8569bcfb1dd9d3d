import type { QueryClient } from "@tanstack/react-query";
import { idBelow, ticketKeys } from "#contract/query-keys.ts";
import { rewriteRows, type TicketRow } from "./data.ts";

/** Takes answers into every loaded list, rows at their places, and lets go of what else was known of the tickets. */
export function adoptRows(
  client: QueryClient,
  tickets: readonly TicketRow[],
  missing: readonly string[] = [],
): void {
  const changed = new Map(tickets.map((row) => [row.id, row]));
  const gone = new Set(missing);
  rewriteRows(client, (row) => (gone.has(row.id) ? null : (changed.get(row.id) ?? row)));
  void client.invalidateQueries({ queryKey: ticketKeys.lists(), refetchType: "none" });
  void client.invalidateQueries({
    queryKey: ticketKeys.details(),
    predicate: ({ queryKey }) => {
      const id = idBelow(queryKey, ticketKeys.details()) ?? "";
      return changed.has(id) || gone.has(id);
    },
  });
}

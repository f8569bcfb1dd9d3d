import type { QueryClient } from "@tanstack/react-query";
import { isClosed } from "#contract/statuses.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import type { TicketRow } from "../data.ts";

const askAfter = lazyLoad(
  () => import("./ask-after.ts"),
  (module) => module.askAfter,
);

/** Asks where incidents are among closed tickets of which some are open still; its code comes with the need. */
export function askWhenLeftOpen(client: QueryClient, tickets: readonly TicketRow[]): void {
  const asked = tickets.filter(({ status, open_reporters }) => isClosed(status) && Boolean(open_reporters));
  if (asked.length > 0) void askAfter().then((ask) => ask(client, asked));
}

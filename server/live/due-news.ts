import { z } from "zod";
import type { App, SignedIn } from "#server/lib/request-context.ts";
import type { LiveEvent } from "./events.ts";
import { filterEvents } from "./recipients.ts";
import type { Stream } from "./stream.ts";

/** What is announced after due times were computed (server/sla/due/renew.ts). */
const Whisper = z.object({ due: z.array(z.uuid()) });

/** Tells open windows that due times of tickets have changed: those whose person sees one of them fetch their lists again. */
export function openDueNews(app: App, connections: { all(): Stream[]; has(stream: Stream): boolean }) {
  return {
    /** The ids that such a whisper names; null for another one. */
    receive(text: string): readonly string[] | null {
      const said = Whisper.safeParse(JSON.parse(text));
      return said.success ? said.data.due : null;
    },
    async send(ids: readonly string[]): Promise<void> {
      const filterFor = filterEvents(app, ids.map(toEvent));
      const heard = new Map<string, boolean>();
      for (const stream of connections.all()) {
        const { id } = stream.actor;
        // oxlint-disable-next-line no-await-in-loop
        if (!heard.has(id)) heard.set(id, await hears(app, stream.actor, filterFor));
        if (heard.get(id) !== true || !connections.has(stream)) continue;
        // Of no ticket by its name: its own page computes its due times when it is read.
        stream.sendChange({ topic: "tickets", id: NO_TICKET, kind: "ticket.sla_due" });
      }
    },
  };
}

/** Where due times are not shown, that they have changed is nothing to hear either. */
async function hears(
  app: App,
  actor: SignedIn,
  filterFor: ReturnType<typeof filterEvents>,
): Promise<boolean> {
  if ((await filterFor(actor)).length === 0) return false;
  return app.serviceLevels.isShown({ db: app.db, actor });
}

const NO_TICKET = "00000000-0000-0000-0000-000000000000";

/** The history has no such event: due times are only computed. */
function toEvent(id: string): LiveEvent {
  return {
    seq: 0,
    entity: "ticket",
    entity_id: id,
    kind: "ticket.changed",
    audience: "public",
    company_id: null,
    ticket_id: id,
    client_before: null,
    company_before: null,
    participant_before: null,
  };
}

import { sql } from "kysely";
import { hasPermission, isExternal } from "#contract/access/actor.ts";
import { heardByOutsiders } from "#contract/events.ts";
import type { App, SignedIn } from "#server/lib/context.ts";
import { asCaller } from "#server/lib/db/row-level-security.ts";
import { visibleTickets } from "#server/tickets/scope.ts";
import type { LiveEvent } from "./events.ts";

/** The events that somebody may hear of: the rules of seeing are the features' own, asked anew for every batch. */
export async function heardBy(app: App, actor: SignedIn, events: LiveEvent[]): Promise<LiveEvent[]> {
  const open = events.flatMap((event) => (inAudience(actor, event) ? [event] : asOutsiderHears(event)));
  const tickets = isExternal(actor) ? await seenTickets(app, actor, open) : null;
  return open.filter(({ ticket_id, ...event }) => {
    if (ticket_id === null) return concerns(actor, event);
    if (!hasPermission(actor, "tickets.read")) return false;
    return tickets === null || tickets.has(ticket_id) || wasTakenFrom(actor, event);
  });
}

function inAudience(actor: SignedIn, event: LiveEvent): boolean {
  if (event.audience === "administrators") return hasPermission(actor, "audit.read");
  if (event.audience === "public") return true;
  return event.ticket_id === null ? !isExternal(actor) : hasPermission(actor, "comments.internal");
}

/**
 * Events of people and companies stand in the audit log alone, yet whoever sees them in a list sees them change.
 * These hear that something changed, and not what was done.
 */
function asOutsiderHears(event: LiveEvent): LiveEvent[] {
  const kind = heardByOutsiders(event.kind);
  return kind === null ? [] : [{ ...event, kind }];
}

async function seenTickets(app: App, actor: SignedIn, events: LiveEvent[]): Promise<Set<string>> {
  const ids = events.flatMap(({ ticket_id }) => (ticket_id === null ? [] : [ticket_id]));
  if (ids.length === 0) return new Set();
  const rows = await asCaller({ app, actor }, (db) =>
    db
      .selectFrom("tickets as t")
      .select("t.id")
      .where("t.id", "=", sql<string>`any(${ids}::uuid[])`)
      .where((eb) => visibleTickets(actor)(eb))
      .execute(),
  );
  return new Set(rows.map(({ id }) => id));
}

type Untied = Omit<LiveEvent, "ticket_id">;

/** A list that still shows the ticket has to learn that it is gone. */
function wasTakenFrom(actor: SignedIn, event: Untied): boolean {
  if (event.client_before === actor.id || event.participant_before === actor.id) return true;
  return (
    event.company_before !== null &&
    event.company_before === actor.company_id &&
    hasPermission(actor, "tickets.edit")
  );
}

/** People, companies and the rest. */
function concerns(actor: SignedIn, { entity, entity_id, company_id }: Untied): boolean {
  if (entity === "user" && entity_id === actor.id) return true;
  const isOwn = actor.company_id !== null && (company_id ?? entity_id) === actor.company_id;
  if (entity === "user") {
    return (
      hasPermission(actor, "users.read") ||
      hasPermission(actor, "clients.read") ||
      (isOwn && hasPermission(actor, "users.manage_company"))
    );
  }
  if (entity === "company")
    return hasPermission(actor, "companies.read") || (isOwn && hasPermission(actor, "companies.read_own"));
  return !isExternal(actor);
}

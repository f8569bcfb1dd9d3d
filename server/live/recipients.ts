import { anyOf } from "#server/lib/any-of.ts";
import { hasPermission, isExternal } from "#contract/access/actor.ts";
import { heardByOutsiders } from "#contract/events.ts";
import type { App, SignedIn } from "#server/lib/request-context.ts";
import { asCaller } from "#server/lib/db/row-level-security.ts";
import { visibleTickets } from "#server/tickets/visible-tickets.ts";
import type { LiveEvent } from "./events.ts";
import { openReaches } from "./reach.ts";

/** Filters a batch of events to those that an actor may see, by the features' own scopes, evaluated for every batch. */
export function filterEvents(app: App, events: LiveEvent[]): (actor: SignedIn) => Promise<LiveEvent[]> {
  const listWithinReach = openReaches(app.db, events);
  return async (actor) => {
    const open = events.flatMap((event) => (isInAudience(actor, event) ? [event] : toExternalEvent(event)));
    const tickets = isExternal(actor)
      ? await findVisibleTickets(app, actor, await listWithinReach(actor, open))
      : null;
    return open.filter(({ ticket_id, ...event }) => {
      if (ticket_id === null) return isConcerned(actor, event);
      if (!hasPermission(actor, "tickets.read")) return false;
      return tickets === null || tickets.has(ticket_id) || wasTakenFrom(actor, event);
    });
  };
}

function isInAudience(actor: SignedIn, event: LiveEvent): boolean {
  if (event.audience === "administrators") return hasPermission(actor, "audit.read");
  if (event.audience === "public") return true;
  return event.ticket_id === null ? !isExternal(actor) : hasPermission(actor, "comments.internal");
}

/**
 * Events of people and companies are in the audit log alone, yet people who see them in a list see them change. They
 * learn that something changed, and not what was done.
 */
function toExternalEvent(event: LiveEvent): LiveEvent[] {
  const kind = heardByOutsiders(event.kind);
  return kind === null ? [] : [{ ...event, kind }];
}

async function findVisibleTickets(app: App, actor: SignedIn, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await asCaller({ app, actor }, (db) =>
    db
      .selectFrom("tickets as t")
      .select("t.id")
      .where("t.id", "=", anyOf(ids))
      .where((eb) => visibleTickets(actor)(eb))
      .execute(),
  );
  return new Set(rows.map(({ id }) => id));
}

type EntityEvent = Omit<LiveEvent, "ticket_id">;

/** Whether the actor could see the ticket before: their list still shows it and has to drop it. */
function wasTakenFrom(actor: SignedIn, event: EntityEvent): boolean {
  if (event.client_before === actor.id || event.participant_before === actor.id) return true;
  return (
    event.company_before !== null &&
    event.company_before === actor.company_id &&
    hasPermission(actor, "tickets.edit")
  );
}

/** Whether an event without a ticket concerns the actor. */
function isConcerned(actor: SignedIn, { entity, entity_id, company_id }: EntityEvent): boolean {
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
  if (entity === "incoming") return hasPermission(actor, "mail.triage");
  if (entity === "mailbox")
    return hasPermission(actor, "mail.triage") || hasPermission(actor, "settings.manage");
  return !isExternal(actor);
}

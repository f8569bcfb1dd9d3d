import { sql } from "kysely";
import { has, isExternal } from "#contract/access/actor.ts";
import type { App, SignedIn } from "#server/lib/context.ts";
import { asCaller } from "#server/lib/db/row-level-security.ts";
import { visibleTickets } from "#server/tickets/scope.ts";
import type { Fact } from "./events.ts";

/** Of many facts those that somebody may hear of: the rules of seeing are the rooms' own, asked anew for every batch. */
export async function heardBy(app: App, actor: SignedIn, facts: Fact[]): Promise<Fact[]> {
  const open = facts.flatMap((fact) => (inAudience(actor, fact) ? [fact] : inGeneral(fact)));
  const tickets = isExternal(actor) ? await seenTickets(app, actor, open) : null;
  return open.filter(({ ticket_id, ...fact }) => {
    if (ticket_id === null) return concerns(actor, fact);
    if (!has(actor, "tickets.read")) return false;
    return tickets === null || tickets.has(ticket_id) || wasTakenFrom(actor, fact);
  });
}

function inAudience(actor: SignedIn, fact: Fact): boolean {
  if (fact.audience === "administrators") return has(actor, "audit.read");
  if (fact.audience === "public") return true;
  return fact.ticket_id === null ? !isExternal(actor) : has(actor, "comments.internal");
}

/**
 * Facts about people and companies stand in the audit log alone, yet whoever sees them in a list sees them change.
 * These hear that something changed, and not what was done.
 */
function inGeneral(fact: Fact): Fact[] {
  return SEEN_CHANGES.test(fact.kind) ? [{ ...fact, kind: `${fact.entity}.changed` }] : [];
}

const SEEN_CHANGES =
  /^(user\.(created|changed|deleted|restored|closed_account|invited|invitation_\w+|roles_changed|email_change\w+)|company\.\w+)$/;

async function seenTickets(app: App, actor: SignedIn, facts: Fact[]): Promise<Set<string>> {
  const ids = facts.flatMap(({ ticket_id }) => (ticket_id === null ? [] : [ticket_id]));
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

type Untied = Omit<Fact, "ticket_id">;

/** A list that still shows the ticket has to learn that it is gone. */
function wasTakenFrom(actor: SignedIn, fact: Untied): boolean {
  if (fact.client_before === actor.id || fact.participant_before === actor.id) return true;
  return (
    fact.company_before !== null && fact.company_before === actor.company_id && has(actor, "tickets.edit")
  );
}

/** People, companies and the rest. */
function concerns(actor: SignedIn, { entity, entity_id, company_id }: Untied): boolean {
  if (entity === "user" && entity_id === actor.id) return true;
  const isOwn = actor.company_id !== null && (company_id ?? entity_id) === actor.company_id;
  if (entity === "user") {
    return (
      has(actor, "users.read") || has(actor, "clients.read") || (isOwn && has(actor, "users.manage_company"))
    );
  }
  if (entity === "company")
    return has(actor, "companies.read") || (isOwn && has(actor, "companies.read_own"));
  return !isExternal(actor);
}

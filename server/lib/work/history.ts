import { sql } from "kysely";
import type { Db } from "../context.ts";
import { SYSTEM_PRINCIPAL, type Ctx, type OpenCtx } from "../context.ts";
import { eventId } from "../crypto/token.ts";

export type Fact = {
  /** The kind of thing, in the singular: ticket, comment, user ... */
  entity: string;
  id: string;
  /** entity.verb in the past tense: ticket.created, user.deleted. */
  kind: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** Who may ever read it: public = whoever sees the entity, internal = staff, administrators = the audit log only. */
  audience: "public" | "internal" | "administrators";
  companyId?: string | null;
  reason?: string | null;
  /** Who did it, where nobody is signed in but a link or a password says who it is. */
  by?: string;
  /** The same for all rows of one deed, so that it can be undone as one. */
  groupId?: string;
};

type Source = Pick<Ctx, "now" | "ip" | "requestId" | "via"> & { db: Db; actor: OpenCtx["actor"] };

/** Writes down who did what, when, from where and what it was before; in the transaction of the deed itself. */
export async function recordEvent(ctx: Source, fact: Fact): Promise<void> {
  await recordEvents(ctx, [fact]);
}

/** The same for many facts, in one statement. */
export async function recordEvents(ctx: Source, facts: Fact[]): Promise<void> {
  if (facts.length > 0) await insertEvents(ctx, facts).execute();
}

/** The statement itself, for a deed that writes everything at once. */
export function insertEvents(ctx: Source, facts: Fact[]) {
  return ctx.db.insertInto("history").values(facts.map((fact) => historyRow(ctx, fact)));
}

/**
 * What happened to the desk as a whole, such as a changed setting. It has no id of its own: history keeps it with the
 * provider's own company, for administrators.
 */
export async function noteOfDesk(ctx: Source, fact: Pick<Fact, "kind" | "before" | "after">): Promise<void> {
  const { id } = await ctx.db
    .selectFrom("companies")
    .select("id")
    .where("is_internal", "=", true)
    .executeTakeFirstOrThrow();
  await recordEvent(ctx, { entity: "settings", id, audience: "administrators", ...fact });
}

/**
 * Takes the words out of what was noted of erased tickets, of their comments and of their files; who did what and when
 * stays. The one change of the log that the database lets pass, and for such tickets alone.
 */
export async function eraseHistoryOf(db: Db, ticketIds: string[], now: Date): Promise<void> {
  await sql`
    update history set before = without_words(before), after = without_words(after), erased_at = ${now}
    where erased_at is null and seq in (
      select seq from history where entity = 'ticket' and entity_id = any(${ticketIds}::uuid[])
      union all
      select seq from history where entity = 'comment' and entity_id in
        (select id from comments where ticket_id = any(${ticketIds}::uuid[]))
      union all
      select seq from history where entity = 'attachment' and coalesce(after, before) ->> 'ticket_id' = any(${ticketIds}::text[]))
    and (before is distinct from without_words(before) or after is distinct from without_words(after))`.execute(
    db,
  );
}

function historyRow(ctx: Source, fact: Fact) {
  return {
    id: eventId(ctx.now),
    entity: fact.entity,
    entity_id: fact.id,
    kind: fact.kind,
    occurred_at: ctx.now,
    principal_id: fact.by ?? ctx.actor?.id ?? SYSTEM_PRINCIPAL,
    via: ctx.via,
    ip: ctx.ip,
    request_id: ctx.requestId,
    group_id: fact.groupId ?? null,
    audience: fact.audience,
    company_id: fact.companyId ?? null,
    before: fact.before ? JSON.stringify(fact.before) : null,
    after: fact.after ? JSON.stringify(fact.after) : null,
    reason: fact.reason ?? null,
  };
}

/** Of two versions of a row, the fields that differ; null when nothing does. */
export function difference<Row extends Record<string, unknown>>(
  before: Row,
  after: Partial<Row>,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const changed = Object.keys(after).filter((key) => after[key] !== undefined && before[key] !== after[key]);
  if (changed.length === 0) return null;
  return {
    before: Object.fromEntries(changed.map((key) => [key, before[key]])),
    after: Object.fromEntries(changed.map((key) => [key, after[key]])),
  };
}

/*
 * Takes the demo away again, as `seed.ts` brought it: for good, in one transaction. The product never deletes tickets and
 * history otherwise; here nothing is lost that ever happened, and two hundred invented tickets in the trash and fifty
 * closed accounts in every list would not be an empty desk. The database lets it pass for marked rows alone (0014).
 *
 * What people made or touched stays. The cast are the demo's accounts, but for those that somebody took over by giving
 * them another address or password; whoever is not of the cast is real. A ticket stays when somebody real wrote on it,
 * changed it, follows it or is named by it; whatever such a ticket, or a real person, points to stays as well. Of the
 * cast those stay, closed, whom something that stays names: their password is public. Who asks for the removal keeps
 * the account, which may be the only one that administers.
 *
 * Example: Maren (a demo account) invites Ada. Ada answers a demo ticket of Tomás at Kestrel. Maren removes the samples:
 * that ticket, Kestrel and Ada stay, Tomás stays closed, Maren stays; all else goes.
 */
import { sql } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import type { EventKind } from "#contract/events.ts";
import type { Db } from "#server/lib/request-context.ts";
import { recordEvent, recordDeskEvent, type RecordingCtx } from "#server/lib/work/history.ts";
import { unassignTicketsOf } from "#server/tickets/change/unassign.ts";
import { findReferencedIds } from "../find-referenced-ids.ts";
import { removeSampleCalendars } from "./remove-calendars.ts";
import { removeSampleServiceLevels } from "./remove-service-levels.ts";
import { removeSampleReplies } from "./remove-replies.ts";
import { removeSampleViews } from "./remove-views.ts";
import { removeSampleMailbox, removeSampleMails } from "../mails/remove-mails.ts";

export type Removed = {
  removed: { tickets: number; companies: number; people: number; teams: number; mails: number };
  kept: { tickets: number; companies: number; people: number; teams: number; adopted: number };
  keeps_own_account: boolean;
};
type Marked = Record<
  | "user"
  | "company"
  | "group"
  | "ticket"
  | "tag"
  | "view"
  | "reply"
  | "calendar"
  | "sla_policy"
  | "sla_assignment"
  | "mailbox"
  | "incoming",
  string[]
>;

/** Removes the samples but for the account `keeper`. The right to do so was asked before; `ctx.db` is a transaction. */
export async function removeDemo(ctx: RecordingCtx, keeper: string): Promise<Removed> {
  const { db } = ctx;
  await sql`select pg_advisory_xact_lock(hashtext('waypost demo')), set_config('waypost.removing_samples', 'yes', true)`.execute(
    db,
  );
  const marked = await readMarks(db);
  const cast = await findDemoAccounts(db, marked.user);
  const tickets = await findRemovableTickets(db, marked.ticket, cast);
  await removeSampleMails(db, { marked: marked.incoming, tickets });
  const mails = await removeTickets(ctx, tickets);
  await removeUnusedTags(db, marked.tag);
  await removeSampleMailbox(db, marked.mailbox, cast);
  const leaving = cast.filter((id) => id !== keeper);
  await removeSampleViews(db, { ids: marked.view, cast, leaving });
  await removeSampleReplies(db, { ids: marked.reply, cast, leaving });
  await removeSampleServiceLevels(db, {
    policies: marked.sla_policy,
    assignments: marked.sla_assignment,
    cast,
  });
  await removeSampleCalendars(db, { ids: marked.calendar, cast });
  const people = await removePeople(ctx, leaving);
  const teams = await removeRows(db, "group", marked.group, cast);
  const companies = await removeRows(db, "company", marked.company, cast);
  await db.deleteFrom("samples").execute();
  const outcome = {
    removed: {
      tickets: tickets.length,
      companies: companies.length,
      people: people.gone,
      teams: teams.length,
      mails: mails + people.mails,
    },
    kept: {
      tickets: marked.ticket.length - tickets.length,
      companies: marked.company.length - companies.length,
      people: leaving.length - people.gone,
      teams: marked.group.length - teams.length,
      adopted: marked.user.length - cast.length,
    },
    keeps_own_account: cast.includes(keeper),
  };
  await recordDeskEvent(ctx, { kind: "samples.removed", after: { ...outcome.removed, kept: outcome.kept } });
  return outcome;
}

async function readMarks(db: Db): Promise<Marked> {
  const rows = await db.selectFrom("samples").select(["kind", "id"]).execute();
  const of = (kind: keyof Marked) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  return {
    user: of("user"),
    company: of("company"),
    group: of("group"),
    ticket: of("ticket"),
    tag: of("tag"),
    view: of("view"),
    reply: of("reply"),
    calendar: of("calendar"),
    sla_policy: of("sla_policy"),
    sla_assignment: of("sla_assignment"),
    mailbox: of("mailbox"),
    incoming: of("incoming"),
  };
}

const MADE_OWN: EventKind[] = [
  "user.password_changed",
  "user.password_reset",
  "user.email_changed",
  "user.invitation_accepted",
];

/** The demo's accounts that nobody has made their own. */
async function findDemoAccounts(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where u.id = any(${ids}::uuid[]) and not exists (
      select from history h where h.entity = 'user' and h.entity_id = u.id and (
        h.kind = any(${MADE_OWN}) or (h.kind = ${"user.changed" satisfies EventKind} and h.after ? 'email')))`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Locked, so that nobody works on one of them meanwhile. */
async function findRemovableTickets(db: Db, ids: string[], cast: string[]): Promise<string[]> {
  await sql`select id from tickets where id = any(${ids}::uuid[]) order by id for update`.execute(db);
  const { rows } = await sql<{ id: string }>`
    with real as (select id from principals where kind = 'user' and id <> all(${cast}::uuid[])),
    touched as (
      select id as ticket_id from tickets
        where assignee_id in (select id from real) or client_id in (select id from real)
          or company_id in (select id from companies where not is_sample('company', id))
      union select ticket_id from comments where author_id in (select id from real)
      union select ticket_id from scheduled_comments where author_id in (select id from real)
        and state in ('waiting', 'stopped')
      union select ticket_id from drafts where user_id in (select id from real)
      union select ticket_id from participants where user_id in (select id from real)
      union select ticket_id from attachments where uploaded_by in (select id from real)
      union select case h.entity when 'ticket' then h.entity_id when 'comment' then c.ticket_id
          else coalesce(a.ticket_id, (coalesce(h.after, h.before) ->> 'ticket_id')::uuid) end
        from history h
        left join comments c on h.entity = 'comment' and c.id = h.entity_id
        left join attachments a on h.entity = 'attachment' and a.id = h.entity_id
        where h.entity in ('ticket', 'comment', 'attachment') and h.principal_id in (select id from real)
    )
    select t.id from tickets t where t.id = any(${ids}::uuid[])
      and not exists (select from touched where touched.ticket_id = t.id)`.execute(db);
  return excludeReferenced(
    db,
    rows.map(({ id }) => id),
  );
}

/**
 * A ticket that a remaining one continues stays, and so does what that one continues; and one whose comments stand on a
 * remaining one by a merge.
 */
async function excludeReferenced(db: Db, going: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct unnest(array[follow_up_of_id, merged_into_id]) as id from tickets
    where (follow_up_of_id = any(${going}::uuid[]) or merged_into_id = any(${going}::uuid[])) and id <> all(${going}::uuid[])
    union select origin_ticket_id from comments
    where origin_ticket_id = any(${going}::uuid[]) and ticket_id <> all(${going}::uuid[])`.execute(db);
  const named = new Set(rows.map(({ id }) => id));
  const rest = going.filter((id) => !named.has(id));
  return rest.length === going.length ? going : excludeReferenced(db, rest);
}

/** Removes tickets with all that hangs on them; answers how many mails went. */
async function removeTickets({ db, now }: RecordingCtx, ids: string[]): Promise<number> {
  const going = anyOf(ids);
  // Into the trash first: that is where the counters take them off.
  await sql`update tickets set deleted_at = ${now} where id = ${going} and deleted_at is null`.execute(db);
  const mails = await sql`delete from mails where ticket_id = ${going}`.execute(db);
  await sql`delete from history where (entity = 'ticket' and entity_id = ${going})
    or (entity = 'comment' and entity_id in (select id from comments where ticket_id = ${going}))
    or (entity = 'attachment' and (entity_id in (select id from attachments where ticket_id = ${going})
      or coalesce(after, before) ->> 'ticket_id' = any(${ids}::text[])))`.execute(db);
  await sql`delete from attachments where ticket_id = ${going}`.execute(db);
  await sql`delete from comment_versions where comment_id in (select id from comments where ticket_id = ${going})`.execute(
    db,
  );
  for (const table of ["comments", "ticket_reads", "participants", "ticket_words", "ticket_numbers"])
    // oxlint-disable-next-line no-await-in-loop
    await sql`delete from ${sql.table(table)} where ticket_id = ${going}`.execute(db);
  await sql`delete from external_references where entity_id = ${going}`.execute(db);
  await sql`delete from tickets where id = ${going}`.execute(db);
  return Number(mails.numAffectedRows ?? 0);
}

/** Removes the tags that no ticket has any more; one that somebody put on a real ticket stays. */
async function removeUnusedTags(db: Db, ids: string[]): Promise<void> {
  await sql`delete from tags where id = any(${ids}::uuid[])
    and not exists (select from ticket_tags where tag_id = tags.id)`.execute(db);
}

/** Tables whose rows belong to an account and to nothing else. */
const OWNED_BY_ACCOUNT = [
  "sessions",
  "action_links",
  "credentials",
  "second_factors",
  "recovery_codes",
  "notification_preferences",
  "sending_preferences",
  "drafts",
  "ticket_reads",
  "inbox_items",
  "group_members",
  "user_addresses",
  "view_pins",
  "saved_reply_uses",
  "mails",
];
/** Tables whose rows go with an account only when nothing names it. */
const REMOVED_WITH_ACCOUNT = ["user_roles", "memberships"];

async function removePeople(ctx: RecordingCtx, ids: string[]): Promise<{ gone: number; mails: number }> {
  const { db } = ctx;
  const leaving = anyOf(ids);
  let mails = 0;
  for (const table of OWNED_BY_ACCOUNT) {
    // oxlint-disable-next-line no-await-in-loop
    const done = await sql`delete from ${sql.table(table)} where user_id = ${leaving}`.execute(db);
    if (table === "mails") mails = Number(done.numAffectedRows ?? 0);
  }
  await sql`delete from idempotency_keys where principal_id = ${leaving}`.execute(db);
  await sql`delete from attachments where ticket_id is null and uploaded_by = ${leaving}`.execute(db);
  await sql`delete from scheduled_comments where author_id = ${leaving}`.execute(db);
  await sql`delete from history where entity = 'user' and entity_id = ${leaving}`.execute(db);
  const besides = ["users.id", ...REMOVED_WITH_ACCOUNT.map((table) => `${table}.user_id`)];
  const named = await findReferencedIds(db, { tables: ["users", "principals"], ids, besides });
  const gone = ids.filter((id) => !named.has(id));
  for (const table of REMOVED_WITH_ACCOUNT)
    // oxlint-disable-next-line no-await-in-loop
    await sql`delete from ${sql.table(table)} where user_id = any(${gone}::uuid[])`.execute(db);
  await sql`delete from users where id = any(${gone}::uuid[])`.execute(db);
  await sql`delete from principals where id = any(${gone}::uuid[])`.execute(db);
  // oxlint-disable-next-line no-await-in-loop
  for (const id of named) await closeAccount(ctx, id);
  return { gone: gone.length, mails };
}

async function closeAccount(ctx: RecordingCtx, id: string): Promise<void> {
  const closed = await ctx.db
    .updateTable("users")
    .set((eb) => ({ deleted_at: ctx.now, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .returning("company_id")
    .executeTakeFirst();
  if (!closed) return;
  const released = await unassignTicketsOf(ctx, id);
  await recordEvent(ctx, {
    id,
    kind: "user.deleted",
    companyId: closed.company_id,
    before: { deleted_at: null },
    after: { deleted_at: ctx.now.toISOString(), unassigned_tickets: released },
  });
}

/** Teams and companies that nothing names and nobody real has changed. */
async function removeRows(
  db: Db,
  kind: "group" | "company",
  ids: string[],
  cast: string[],
): Promise<string[]> {
  const table = kind === "group" ? "groups" : "companies";
  const named = await findReferencedIds(db, { tables: [table], ids, besides: [] });
  const { rows } = await sql<{ id: string }>`
    select h.entity_id as id from history h join principals p on p.id = h.principal_id
    where h.entity = ${kind} and h.entity_id = any(${ids}::uuid[])
      and p.kind = 'user' and p.id <> all(${cast}::uuid[])`.execute(db);
  for (const { id } of rows) named.add(id);
  const gone = ids.filter((id) => !named.has(id));
  await sql`delete from history where entity = ${kind} and entity_id = any(${gone}::uuid[])`.execute(db);
  await sql`delete from ${sql.table(table)} where id = any(${gone}::uuid[])`.execute(db);
  return gone;
}

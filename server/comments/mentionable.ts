import { type RawBuilder, sql, type SqlBool } from "kysely";
import { isExternal } from "#contract/access/actor.ts";
import { mayComment, mayWriteInternalNote } from "#contract/access/comments.ts";
import { LIMITS } from "#contract/limits.ts";
import { matchWords } from "#server/lib/db/name-search.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { holds } from "#server/lib/rights-of-others.ts";
import { refuse } from "#server/lib/refusal.ts";
import { findTicket, type TicketRecord } from "#server/tickets/read.ts";

type Visibility = "public" | "internal";
/** The part of a ticket that says who sees it. */
export type MentionedTicket = Pick<
  TicketRecord,
  "id" | "client_id" | "company_id" | "assignee_id" | "confidential"
>;

/** Lists whom the caller may mention in what they write next. Refuses 403 clients who ask about a note. */
export async function listMentionable(
  ctx: Ctx,
  ticketId: string,
  { search, visibility = "public" }: { search?: string; visibility?: Visibility },
) {
  const ticket = await findTicket(ctx, ticketId);
  if (!mayComment(ctx.actor, ticket))
    throw refuse(403, ctx.actor.company_active ? "auth.not_allowed" : "auth.company_inactive");
  if (visibility === "internal" && !mayWriteInternalNote(ctx.actor))
    throw refuse(403, "comment.internal_staff_only");
  const conditions = [sql<SqlBool>`u.id <> ${ctx.actor.id}`, ...matchWords(sql`u.name_key`, search)];
  const users = await findMentionable(ctx, ticket, visibility, { conditions, typed: search?.trim() });
  return { users: users.slice(0, LIMITS.mentionableShown) };
}

/**
 * Those of some people. Asked of the candidates, each part of their union is looked up by these; of the people joined to them,
 * all who may be mentioned would be collected first.
 */
export function isOneOf(ids: readonly string[]): RawBuilder<SqlBool> {
  return sql`candidate.id = any(${[...ids]}::uuid[])`;
}

/** Which of those who may be mentioned; whose names begin with what is typed come first. */
type Wanted = { conditions: RawBuilder<SqlBool>[]; typed?: string };

/**
 * The one list of people whom the actor may mention (rules 760 and 761), those on the ticket first, then by name: what is
 * suggested and what is refused are the same.
 */
export function findMentionable(
  { db, actor }: Pick<Ctx, "db" | "actor">,
  ticket: MentionedTicket,
  visibility: Visibility,
  wanted: Wanted,
) {
  return isExternal(actor)
    ? selectPeople(db, ticket, knownToClients(sql`${ticket.id}::uuid`), wanted)
    : findPeopleWhoSee(db, ticket, visibility, wanted);
}

/** Those whom staff may mention: for a note staff alone, else whoever sees the ticket. */
export function findPeopleWhoSee(
  db: Db,
  ticket: MentionedTicket,
  visibility: Visibility,
  { conditions, typed }: Wanted,
) {
  const people = peopleWhoSee(ticket, visibility);
  return selectPeople(db, ticket, people, { conditions: [...READS_TICKETS, ...conditions], typed });
}

/** Those of some people whom staff may mention, with their names: the query, so that a statement which writes them can carry it. */
export function mentionedByStaff(
  ticket: MentionedTicket,
  visibility: Visibility,
  ids: readonly string[],
): RawBuilder<unknown> {
  return sql`select u.id, u.fullname ${joinPeople(peopleWhoSee(ticket, visibility), [...READS_TICKETS, isOneOf(ids)])}`;
}

function peopleWhoSee(ticket: MentionedTicket, visibility: Visibility) {
  return visibility === "internal" ? STAFF : sql`${STAFF} union ${outsidersWhoSee(ticket)}`;
}

/** Whom clients know on a ticket: its requester, clients who follow it, the assignee, and staff who answered publicly. */
export function knownToClients(ticket: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select t.client_id as id from tickets t where t.id = ${ticket}
    union select t.assignee_id from tickets t where t.id = ${ticket}
    union select p.user_id from participants p join users e on e.id = p.user_id and e.user_type = 'external'
      where p.ticket_id = ${ticket}
    union select k.author_id from public_comments k join users s on s.id = k.author_id and s.user_type = 'internal'
      where k.ticket_id = ${ticket}`;
}

const STAFF = sql`select s.id from users s where s.user_type = 'internal'`;

/** As `visibleTickets` has it, asked for everybody at once. */
function outsidersWhoSee({ id, client_id, company_id, confidential }: MentionedTicket) {
  const isOfCompany = sql`e.user_type = 'external' and e.company_id = ${company_id}::uuid and not ${confidential}::boolean`;
  return sql`select ${client_id}::uuid
    union select p.user_id from participants p where p.ticket_id = ${id}
    union select e.id from users e join companies c on c.id = e.company_id where ${isOfCompany} and c.sharing = 'company'
    union select e.id from users e join user_roles ur on ur.user_id = e.id join role_permissions rp on rp.role_id = ur.role_id
      where ${isOfCompany} and rp.permission = 'tickets.edit'`;
}

const READS_TICKETS = [
  holds("tickets.read"),
  sql<SqlBool>`not exists (select from companies c where c.id = u.company_id and c.deleted_at is not null)`,
];

async function selectPeople(
  db: Db,
  { id, client_id, assignee_id }: MentionedTicket,
  people: RawBuilder<unknown>,
  { conditions, typed = "" }: Wanted,
) {
  const { rows } = await sql<Person>`
    select u.id, u.fullname, u.user_type, coalesce(u.id in (${client_id}::uuid, ${assignee_id}::uuid), false)
      or exists (select from participants p where p.ticket_id = ${id} and p.user_id = u.id)
      or exists (select from comments k where k.ticket_id = ${id} and k.author_id = u.id and k.deleted_at is null)
      as is_on_ticket
    ${joinPeople(people, conditions)}
    order by is_on_ticket desc, starts_with(u.name_key, (select name_key(${typed}))) desc, u.name_key, u.id
    limit ${sql.lit(LIMITS.mentions)}`.execute(db);
  return rows;
}

function joinPeople(people: RawBuilder<unknown>, conditions: RawBuilder<SqlBool>[]) {
  return sql`from (${people}) as candidate join users u on u.id = candidate.id
    where u.deleted_at is null and ${sql.join(conditions, sql` and `)}`;
}

type Person = { id: string; fullname: string; user_type: "internal" | "external"; is_on_ticket: boolean };

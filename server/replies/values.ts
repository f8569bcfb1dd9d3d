import { anyOf } from "#server/lib/any-of.ts";
import { isLanguage, type Language } from "#contract/languages.ts";
import type { PlaceholderValues } from "#contract/replies/placeholders.ts";
import type { Asked } from "#server/lib/db/build-once.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { timeFormat } from "#server/lib/time-format.ts";
import { deskOf, querySetting } from "#server/settings/read.ts";
import { visibleQuery } from "#server/tickets/read.ts";

/** What is known of a ticket for the places of a text, before it is put into a language. */
export type TicketFacts = {
  id: string;
  uid: string;
  subject: string;
  client: string | null;
  /** The language that the client chose. */
  language: Language | null;
  company: string | null;
  assignee: string | null;
  team: string | null;
  follow_up_at: Date | null;
};

/** The same for every ticket. */
export type DeskFacts = { name: string; timeZone: string; me: string | null; now: Date };

/** Reads what is known of tickets that the caller sees, by their ids; who or what is deleted is missing. */
export async function readTicketFacts(ctx: Ctx, ids: readonly string[]): Promise<Map<string, TicketFacts>> {
  const rows = await namedQuery(ctx)
    .where("t.id", "=", anyOf(ids))
    .select(["t.id", "t.uid", "t.subject", "t.follow_up_at"])
    .execute();
  return new Map(rows.map((row) => [row.id, toFacts(row)]));
}

/** Selects from the tickets that the caller sees, with the names that texts are filled in with. */
export function namedQuery(asked: Pick<Asked, "actor" | "db">) {
  return visibleQuery(asked)
    .leftJoin("users as client", (join) =>
      join.onRef("client.id", "=", "t.client_id").on("client.deleted_at", "is", null),
    )
    .leftJoin("users as assignee", (join) =>
      join.onRef("assignee.id", "=", "t.assignee_id").on("assignee.deleted_at", "is", null),
    )
    .leftJoin("companies as company", (join) =>
      join.onRef("company.id", "=", "t.company_id").on("company.deleted_at", "is", null),
    )
    .leftJoin("groups as team", (join) =>
      join.onRef("team.id", "=", "t.group_id").on("team.deleted_at", "is", null),
    )
    .select(["company.name as company", "team.name as team"])
    .select(["client.fullname as client", "client.email as client_email", "client.locale"])
    .select(["assignee.fullname as assignee", "assignee.email as assignee_email"]);
}

type NamedTicket = Pick<
  TicketFacts,
  "id" | "uid" | "subject" | "company" | "team" | "client" | "assignee"
> & {
  follow_up_at?: Date | null;
  client_email: string | null;
  assignee_email: string | null;
  locale: string | null;
};

/** What is known of a ticket by its row. */
export function toFacts(row: NamedTicket): TicketFacts {
  return {
    id: row.id,
    uid: row.uid,
    subject: row.subject,
    client: knownName(row.client, row.client_email),
    language: isLanguage(row.locale) ? row.locale : null,
    company: row.company,
    assignee: knownName(row.assignee, row.assignee_email),
    team: row.team,
    follow_up_at: row.follow_up_at ?? null,
  };
}

/** Reads what is the same for every ticket. */
export async function readDeskFacts(ctx: Ctx): Promise<DeskFacts> {
  return toDeskFacts(ctx, await ctx.db.selectNoFrom(deskColumns(ctx.db)).executeTakeFirstOrThrow());
}

/** The settings that are the same for every ticket, as columns of any statement. */
export function deskColumns(db: Db) {
  return [
    querySetting(db, "brand_name").as("brand_name"),
    querySetting(db, "time_zone").as("time_zone"),
  ] as const;
}

type StoredDesk = { brand_name: unknown; time_zone: unknown };

/** What is the same for every ticket, by the settings that are stored. */
export function toDeskFacts({ app, actor, now }: Ctx, stored: StoredDesk): DeskFacts {
  const { brand_name, time_zone } = deskOf(stored, app);
  return { name: brand_name, timeZone: time_zone, me: knownName(actor.fullname, actor.email), now };
}

/** A name that somebody gave. Until an invitation is accepted the beginning of its address stands in for it (rule 115). */
function knownName(name: string | null, email: string | null): string | null {
  if (name === null || email === null) return null;
  return name.trim() === "" || name === email.slice(0, email.indexOf("@")) ? null : name;
}

/** The values of all places on a ticket, in a language. */
export function valuesOf(ticket: TicketFacts, desk: DeskFacts, language: Language): PlaceholderValues {
  const date = (moment: Date | null) => (moment ? formatDate(moment, language, desk.timeZone) : null);
  return {
    "client.first_name": firstWord(ticket.client),
    "client.name": ticket.client,
    "company.name": ticket.company,
    "ticket.uid": ticket.uid,
    "ticket.subject": ticket.subject,
    "assignee.first_name": firstWord(ticket.assignee),
    "assignee.name": ticket.assignee,
    "team.name": ticket.team,
    "me.first_name": firstWord(desk.me),
    "me.name": desk.me,
    "desk.name": desk.name,
    today: date(desk.now),
    "follow_up.date": date(ticket.follow_up_at),
  };
}

function firstWord(name: string | null): string | null {
  return name?.trim().split(/\s+/u)[0] ?? null;
}

/** "November 24, 2026" or "24. November 2026". */
function formatDate(moment: Date, language: Language, timeZone: string): string {
  return timeFormat(language, { dateStyle: "long", timeZone }).format(moment);
}

import { sql } from "kysely";
import { isLanguage, type Language } from "#contract/languages.ts";
import type { PlaceholderValues } from "#contract/replies/placeholders.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { timeFormat } from "#server/lib/time-format.ts";
import { getSettings } from "#server/settings/read.ts";
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
  const rows = await visibleQuery(ctx)
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
    .where("t.id", "=", sql<string>`any(${[...ids]}::uuid[])`)
    .select(["t.id", "t.uid", "t.subject", "t.follow_up_at", "company.name as company", "team.name as team"])
    .select(["client.fullname as client", "client.email as client_email", "client.locale"])
    .select(["assignee.fullname as assignee", "assignee.email as assignee_email"])
    .execute();
  return new Map(
    rows.map(({ client_email, assignee_email, locale, ...row }) => [
      row.id,
      {
        ...row,
        client: knownName(row.client, client_email),
        assignee: knownName(row.assignee, assignee_email),
        language: isLanguage(locale) ? locale : null,
      },
    ]),
  );
}

/** Reads what is the same for every ticket. */
export async function readDeskFacts(ctx: Ctx): Promise<DeskFacts> {
  const { brand_name, time_zone } = await getSettings(ctx);
  const { fullname, email } = ctx.actor;
  return { name: brand_name, timeZone: time_zone, me: knownName(fullname, email), now: ctx.now };
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

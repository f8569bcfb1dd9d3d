import { type RawBuilder, sql } from "kysely";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/lib/request-context.ts";
import {
  findReplyReaders,
  findSenderAddress,
  parseReplyAddress,
  verifyReplyAddress,
} from "#server/mail/reply-address.ts";
import { type Mailbox, pickByAddress, removeTag } from "#server/mailboxes/read.ts";
import { readTicketPrefix } from "#server/settings/ticket-prefix.ts";
import { readSecret } from "#server/settings/signing-secrets.ts";
import type { Match, ReadMail } from "./work.ts";

/*
 * To which ticket a mail belongs; the first of these decides, and never the words of a subject:
 *
 *   1. a signed reply address among its recipients      help+1042.9f2c01ab34de5678@desk.example
 *   2. a Message-ID that it answers or refers to        In-Reply-To, then References from the last back
 *   3. a number in brackets in its subject              [WP-1042], or the ticket's own id among the references
 *
 * A number may be guessed, a Message-ID is known to those who got the mail, a signature to its reader alone.
 */

export type Found = {
  match: Match | null;
  /** It names a ticket that it did not lead to: a number that nobody has, or a signature that is not right. */
  namesAbsent: boolean;
  hasWrongSignature: boolean;
};

/** The desk's own addresses: of its configuration, and of the mailboxes that a mail names. */
type Desk = { app: { config: Config }; mailboxes: readonly Mailbox[] };
type Asked = Desk & { db: Db; mail: Pick<ReadMail, "parsed" | "envelopeTo"> };

export async function matchTicket(work: Asked): Promise<Found> {
  const { db, mail } = work;
  const { parsed, envelopeTo } = mail;
  const addresses = [
    ...envelopeTo,
    ...parsed.deliveredTo,
    ...[...parsed.to, ...parsed.cc].map(({ address }) => address),
  ];
  const signed = await matchByAddress(work, addresses);
  const number = await matchByNumber(db, parsed.subject);
  const references = [parsed.inReplyTo, ...parsed.references.toReversed()].filter((id) => id !== null);
  const match =
    signed.match ??
    (await matchByReference(db, references)) ??
    (await matchByTicketId(db, references)) ??
    number.match;
  const namesAbsent = match === null && (signed.isNamed || number.isNamed);
  return { match, namesAbsent, hasWrongSignature: signed.isNamed && signed.match === null };
}

/** The addresses of the desk count alone: a number at somebody else's server says nothing here. */
async function matchByAddress(work: Asked, addresses: readonly string[]) {
  const { db } = work;
  let isNamed = false;
  for (const address of new Set(addresses)) {
    const read = parseReplyAddress(address);
    if (!read || !isOurAddress(work, read.mailbox)) continue;
    isNamed = true;
    const ticketId = await resolveNumber(db, read.number);
    if (ticketId === null) continue;
    const secret = await readSecret(db, "reply_secret");
    if (verifyReplyAddress(secret, read, await findReplyReaders(db, ticketId)) === null) continue;
    return { isNamed, match: { ticketId, by: "address" } as const };
  }
  return { isNamed, match: null };
}

/** Whether mail to an address comes to this desk. */
export function isOurAddress({ app, mailboxes }: Desk, address: string): boolean {
  const sender = findSenderAddress(app.config).toLowerCase();
  const bare = address.trim().toLowerCase();
  return [bare, removeTag(bare)].includes(sender) || pickByAddress(mailboxes, bare) !== null;
}

async function matchByReference(db: Db, ids: readonly string[]): Promise<Match | null> {
  if (ids.length === 0) return null;
  const first = sql<string>`(
    select found.ticket_id
    from unnest(${[...ids]}::text[]) with ordinality as asked(id, place)
    join lateral (
      select m.ticket_id, 0 as rank, m.position from mails m where m.message_id = asked.id and m.ticket_id is not null
      union all
      select i.ticket_id, 1, i.position from incoming_mails i
        where i.message_id = asked.id and i.ticket_id is not null and i.state = 'done'
    ) found on true
    order by asked.place, found.rank, found.position limit 1)`;
  const ticketId = await followMerges(db, first);
  return ticketId === null ? null : { ticketId, by: "reference" };
}

const ROOT = /^<ticket-([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})@[^>]+>$/i;

/** The root of every thread is a Message-ID that no mail ever had: it stands in many mails, and proves no more than a number. */
async function matchByTicketId(db: Db, ids: readonly string[]): Promise<Match | null> {
  const named = ids.map((id) => ROOT.exec(id)?.[1]).find((id) => id !== undefined);
  const ticketId = named === undefined ? null : await followMerges(db, sql`${named.toLowerCase()}`);
  return ticketId === null ? null : { ticketId, by: "number" };
}

const IN_BRACKETS = /\[([^[\]\s]{1,40})\]/g;

async function matchByNumber(db: Db, subject: string) {
  const named = [...subject.matchAll(IN_BRACKETS)].map(([, token = ""]) => token);
  if (named.length === 0) return { isNamed: false, match: null };
  const prefix = (await readTicketPrefix(db)).toLowerCase();
  let isNamed = false;
  for (const token of named) {
    const isOurs = token.toLowerCase().startsWith(prefix) && /^\d{1,9}$/.test(token.slice(prefix.length));
    isNamed ||= isOurs;
    const own = isOurs ? await resolveNumber(db, Number(token.slice(prefix.length))) : null;
    const ticketId = own ?? (await resolveOldNumber(db, token));
    if (ticketId !== null) return { isNamed: true, match: { ticketId, by: "number" } as const };
  }
  return { isNamed, match: null };
}

function resolveNumber(db: Db, number: number): Promise<string | null> {
  return followMerges(db, sql`(select ticket_id from ticket_numbers where number = ${number})`);
}

/** A number of the system that the ticket was imported from. A word in brackets that holds no digit is none. */
async function resolveOldNumber(db: Db, token: string): Promise<string | null> {
  if (!/\d/.test(token)) return null;
  return followMerges(
    db,
    sql`(select id from tickets where old_number = ${token} and erased_at is null order by number limit 1)`,
  );
}

/** The ticket that a merged one became; null for one that is erased, and where there is none to begin with. */
async function followMerges(db: Db, first: RawBuilder<string>): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with recursive way as (
      select id, merged_into_id, erased_at, 1 as step from tickets where id = ${first}
      union all
      select t.id, t.merged_into_id, t.erased_at, way.step + 1 from tickets t join way on t.id = way.merged_into_id
        where way.step < 20)
    select id from way where merged_into_id is null and erased_at is null`.execute(db);
  return rows[0]?.id ?? null;
}

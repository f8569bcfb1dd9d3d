import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Tables } from "#server/db/tables.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { parseNote, toAnswer } from "./failure.ts";

/** An address of the desk, as its row is. */
export type Mailbox = Selectable<Tables["mailboxes"]>;

/** Finds the mailbox that an address leads to, whatever its case and what stands behind a plus sign; null for none. */
export async function findMailboxByAddress(db: Db, address: string): Promise<Mailbox | null> {
  return readByAddress<Mailbox>(db, sql`*`, address);
}

/** The same for a recipient, of whom a door needs no more. */
export async function findRecipient(db: Db, address: string): Promise<Pick<Mailbox, "id" | "active"> | null> {
  return readByAddress<Pick<Mailbox, "id" | "active">>(db, sql`id, active`, address);
}

/** Written out: the builder takes longer to put it together than the database to answer, and each recipient waits. */
async function readByAddress<Row>(db: Db, columns: RawBuilder<unknown>, address: string) {
  const plain = toPlain(address);
  const { rows } = await sql<Row>`select ${columns} from mailboxes
    where deleted_at is null and address in (${plain}, ${removeTag(plain)})
    order by address <> ${plain} limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Reads those of one id or that any of these addresses leads to, at once. `pickByAddress` says which leads where. */
export async function readMailboxes(
  db: Db,
  { id, addresses }: { id: string | null; addresses: readonly string[] },
): Promise<Mailbox[]> {
  const plain = addresses.map(toPlain);
  const { rows } = await sql<Mailbox>`select * from mailboxes where deleted_at is null
    and (id = ${id} or address = any(${[...plain, ...plain.map(removeTag)]}))`.execute(db);
  return rows;
}

/** The one of these that an address leads to, as `findMailboxByAddress` finds it. */
export function pickByAddress(mailboxes: readonly Mailbox[], address: string): Mailbox | null {
  const plain = toPlain(address);
  const at = (wanted: string) => mailboxes.find((mailbox) => mailbox.address === wanted);
  return at(plain) ?? at(removeTag(plain)) ?? null;
}

/** Finds the mailbox that a ticket's mails leave by: the one it came by, else its team's, else the desk's. */
export async function findMailboxForTicket(
  db: Db,
  ticket: { mailbox_id: string | null; group_id: string | null },
): Promise<Mailbox | null> {
  const found = await presentMailboxes(db)
    .where((eb) =>
      eb.or([
        eb("id", "=", ticket.mailbox_id),
        eb("group_id", "=", ticket.group_id),
        eb("is_default", "=", true),
      ]),
    )
    .orderBy((eb) =>
      eb
        .case()
        .when("id", "=", ticket.mailbox_id)
        .then(0)
        .when("group_id", "=", ticket.group_id)
        .then(1)
        .else(2)
        .end(),
    )
    .orderBy("created_at")
    .orderBy("id")
    .executeTakeFirst();
  return found ?? null;
}

/** Finds a mailbox that has not been deleted. */
export async function findMailbox(db: Db, id: string): Promise<Mailbox | null> {
  return (await presentMailboxes(db).where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Lists what may be seen of every mailbox, the default one first. */
export async function listMailboxes({ db }: Pick<Ctx, "db">) {
  const rows = await withNames(db)
    .where("m.deleted_at", "is", null)
    .orderBy("m.is_default", "desc")
    .orderBy("m.address")
    .execute();
  return { items: rows.map(withTimes) };
}

/** Reads a mailbox for whoever looks after it; of its secrets only which there are. */
export async function getMailbox({ db }: Pick<Ctx, "db">, id: string) {
  const row = await withNames(db).where("m.id", "=", id).where("m.deleted_at", "is", null).executeTakeFirst();
  if (!row) throw refuse(404, "mailbox.not_found");
  const kept = await db.selectFrom("mailbox_secrets").select("kind").where("mailbox_id", "=", id).execute();
  const has = (kind: string) => kept.some((secret) => secret.kind === kind);
  const note = parseNote(row.last_error);
  return {
    ...withTimes(row),
    created_at: row.created_at.toISOString(),
    last_error: note && toAnswer(note),
    has_password: has("password"),
    has_client_secret: has("client_secret"),
    has_refresh_token: has("refresh_token"),
    has_smtp_password: has("smtp"),
    has_hook_secret: has("hook"),
  };
}

function withNames(db: Db) {
  return db
    .selectFrom("mailboxes as m")
    .leftJoin("groups as g", "g.id", "m.group_id")
    .leftJoin("companies as c", "c.id", "m.company_id")
    .selectAll("m")
    .select(["g.name as group_name", "c.name as company_name"]);
}

function withTimes<Row extends { state_since: Date; last_mail_at: Date | null }>(row: Row) {
  return {
    ...row,
    state_since: row.state_since.toISOString(),
    last_mail_at: row.last_mail_at?.toISOString() ?? null,
  };
}

function presentMailboxes(db: Db) {
  return db.selectFrom("mailboxes").selectAll().where("deleted_at", "is", null);
}

const toPlain = (address: string) => address.trim().toLowerCase();

/** The address without what stands behind a plus sign: `help+1042.9f2c@desk.example` is `help@desk.example`. */
export function removeTag(address: string): string {
  return address.replace(/^([^+@]+)\+[^@]*@/, "$1@");
}

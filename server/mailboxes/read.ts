import type { Selectable } from "kysely";
import type { Tables } from "#server/db/tables.ts";
import type { Db } from "#server/lib/request-context.ts";

/** An address of the desk, as its row is. */
export type Mailbox = Selectable<Tables["mailboxes"]>;

/** Finds the mailbox that an address leads to, whatever its case and what stands behind a plus sign; null for none. */
export async function findMailboxByAddress(db: Db, address: string): Promise<Mailbox | null> {
  const plain = address.trim().toLowerCase();
  const found = await presentMailboxes(db)
    .where("address", "in", [plain, removeTag(plain)])
    .orderBy((eb) => eb.case().when("address", "=", plain).then(0).else(1).end())
    .executeTakeFirst();
  return found ?? null;
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

function presentMailboxes(db: Db) {
  return db.selectFrom("mailboxes").selectAll().where("deleted_at", "is", null);
}

/** The address without what stands behind a plus sign: `help+1042.9f2c@desk.example` is `help@desk.example`. */
function removeTag(address: string): string {
  return address.replace(/^([^+@]+)\+[^@]*@/, "$1@");
}

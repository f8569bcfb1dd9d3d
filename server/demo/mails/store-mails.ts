import { Readable } from "node:stream";
import type { Insertable } from "kysely";
import { EVENTS, type KindOf } from "#contract/events.ts";
import type { Tables } from "#server/db/tables.ts";
import { computeIdentity } from "#server/lib/mime/identity.ts";
import type { FileStore } from "#server/lib/file-store/file-store.ts";
import type { Db } from "#server/lib/request-context.ts";
import type { SeededRandom } from "#server/lib/seeded-random.ts";
import { DEMO_MAILBOX } from "./mailbox.ts";
import { writeRaw, type WrittenMail } from "./write-raw.ts";

export type Desk = { db: Db; files: FileStore; dice: SeededRandom; now: Date; mailboxId: string };

/** A mail of the demo with what became of it. */
export type DemoMail = {
  id: string;
  mail: Omit<WrittenMail, "messageId" | "to">;
  outcome: Partial<Insertable<Tables["incoming_mails"]>>;
};

export type DemoEvent = {
  id: string;
  kind: KindOf<"ticket" | "incoming">;
  at: Date;
  companyId?: string | null;
  after: object;
};

/** Stores mails as a door would, each with its file, row and delivery, in the order of their times. */
export async function storeMails({ db, files, mailboxId }: Desk, mails: readonly DemoMail[]): Promise<void> {
  const sorted = mails.toSorted((a, b) => a.mail.at.getTime() - b.mail.at.getTime());
  // A first start waits for this: the files are flushed to the disk side by side, the rows written in one statement.
  const stored = await Promise.all(sorted.map((each) => receive(files, each)));
  const blobs = new Map(stored.map(({ received }) => [received.hash.toString("hex"), received]));
  await db
    .insertInto("blobs")
    .values([...blobs.values()].map(({ hash, bytes }) => ({ hash, bytes })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await Promise.all(stored.map(({ received }) => received.keep()));
  await Promise.all(stored.map(({ received }) => received.drop()));
  await db
    .insertInto("incoming_mails")
    .values(stored.map((each) => toMailRow(each, mailboxId)))
    .execute();
  await db
    .insertInto("incoming_deliveries")
    .values(
      stored.map(({ id, mail }) => ({
        incoming_id: id,
        door: "listener" as const,
        mailbox_id: mailboxId,
        envelope_from: mail.from.address,
        envelope_to: [DEMO_MAILBOX],
        at: mail.at,
      })),
    )
    .execute();
}

async function receive(files: FileStore, { id, mail, outcome }: DemoMail) {
  const messageId = `<${id}@${mail.from.address.split("@")[1]}>`;
  const raw = await writeRaw({ ...mail, messageId, to: DEMO_MAILBOX });
  const received = await files.receive(Readable.from([raw]));
  return { id, mail, outcome, messageId, identity: computeIdentity(raw), received };
}

function toMailRow(
  { id, mail, outcome, messageId, identity, received }: Awaited<ReturnType<typeof receive>>,
  mailboxId: string,
): Insertable<Tables["incoming_mails"]> {
  return {
    id,
    identity,
    raw_hash: received.hash,
    bytes: received.bytes,
    message_id: messageId,
    from_address: mail.from.address,
    from_name: mail.from.name,
    subject: mail.subject,
    mailbox_id: mailboxId,
    recipients: JSON.stringify({ to: [{ name: "", address: DEMO_MAILBOX }], cc: [] }),
    parser: 1,
    received_at: mail.at,
    ...outcome,
  };
}

/** The rows that `recordEvent()` would write. */
export async function storeEvents(
  { db, dice, mailboxId }: Desk,
  events: readonly DemoEvent[],
): Promise<void> {
  await db
    .insertInto("history")
    .values(
      events.map(({ id, kind, at, companyId, after }) => ({
        id: dice.eventId(at),
        entity: EVENTS[kind].entity,
        entity_id: id,
        kind,
        occurred_at: at,
        recorded_at: at,
        principal_id: mailboxId,
        via: "mail",
        audience: EVENTS[kind].audience === "internal" ? ("internal" as const) : ("administrators" as const),
        company_id: companyId ?? null,
        after: JSON.stringify(after),
      })),
    )
    .execute();
}

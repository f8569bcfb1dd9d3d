import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { type Insertable, sql } from "kysely";
import type { Tables } from "#server/db/tables.ts";
import { newEventId } from "#server/lib/crypto/token.ts";
import type { World } from "../app/app-with-people.ts";

type Row = Partial<Insertable<Tables["incoming_mails"]>>;

/** A mail as it lies there when it has been read: held, from somebody unknown, unless said. `raw` is kept as it arrived. */
export async function insertIncoming(
  world: Pick<World, "db" | "clock" | "app">,
  { raw, ...row }: Row & { raw?: string } = {},
): Promise<string> {
  const id = newEventId(world.clock.now());
  const kept = raw === undefined ? null : await keepRaw(world, raw);
  await world.db
    .insertInto("incoming_mails")
    .values({
      id,
      identity: Buffer.from(randomUUID()),
      raw_hash: kept?.hash ?? null,
      bytes: kept?.bytes ?? 0,
      message_id: `<${randomUUID()}@outside.test>`,
      from_address: `${randomUUID().slice(0, 8)}@outside.test`,
      from_name: "Sofia Lindgren",
      subject: "New laptop for Monday",
      state: "held",
      reason: "unknown_sender",
      proof: "none",
      words: "I start on Monday and need a laptop.",
      received_at: world.clock.now(),
      ...row,
    })
    .execute();
  return id;
}

async function keepRaw({ db, app }: Pick<World, "db" | "app">, raw: string) {
  const received = await app.files.receive(Readable.from([Buffer.from(raw)]));
  await sql`select keep_blob(${received.hash}, ${received.bytes})`.execute(db);
  await received.keep();
  return received;
}

/** A mailbox of the desk as its row alone: nothing connects to it. */
export async function insertMailbox(
  { db, clock }: Pick<World, "db" | "clock">,
  address: string,
): Promise<string> {
  const { id } = await db
    .insertInto("principals")
    .values({ kind: "mailbox", name: address })
    .returning("id")
    .executeTakeFirstOrThrow();
  const now = clock.now();
  await db
    .insertInto("mailboxes")
    .values({ id, address, name: "Help", kind: "listen", state: "ok", state_since: now, created_at: now })
    .execute();
  return id;
}

import { afterAll, beforeAll, expect, it } from "vitest";
import { buildReplyAddress } from "#server/mail/reply-address.ts";
import { readSecret } from "#server/settings/signing-secrets.ts";
import type { World } from "../../test/support/app/app-with-people.ts";
import {
  readIncoming,
  storeRaw,
  type TestMail,
  writeMail,
} from "../../test/support/incoming/incoming-mail.ts";
import { makeMailWorld } from "../../test/support/incoming/mail-world.ts";
import { watchStatements } from "../../test/support/database/watch-statements.ts";
import { processMail } from "./process.ts";

/*
 * Each statement costs a backlog's mails a round trip, and whoever uses the desk meanwhile a moment of its one thread. What
 * a confirmation takes is not counted here.
 */

let world: World;
beforeAll(async () => {
  world = await makeMailWorld(["kestrel.test"]);
  await world.db.updateTable("mailboxes").set({ confirms: false }).execute();
});
afterAll(() => world.end());

/**
 * The app asks for the database's time now and then, and whether its live connection lives, whatever is done; and notices leave
 * gathered, after the commit, perhaps only with the next mail.
 */
const isAside = (text: string) =>
  text === "select 1" || text.includes("clock_timestamp()") || text.includes("pg_notify('waypost'");

/** Lets the desk do what a client's proven mail is for; answers the mail's row and the statements that it took. */
async function count(mail: TestMail) {
  const { id } = await storeRaw(
    world,
    await writeMail({ from: "tomas@kestrel.test", signed: true, ...mail }),
  );
  const said: string[] = [];
  const stop = watchStatements((text) => void (isAside(text) || said.push(text)));
  await processMail(world.app, id);
  stop();
  return { row: await readIncoming(world, id), said };
}

it("a mail that opens a ticket takes at most 14 statements, with the ends of its transaction", async () => {
  const { row, said } = await count({});
  expect(row).toMatchObject({ state: "done", opened_ticket: true });
  expect(said.length, said.join("\n")).toBeLessThanOrEqual(14);
});

it("an answer takes at most 20, found by what it answers or by the address that it was sent to", async () => {
  const { row: opened } = await count({});
  const { number } = await world.db
    .selectFrom("tickets")
    .select("number")
    .where("id", "=", opened.ticket_id ?? "")
    .executeTakeFirstOrThrow();
  const secret = await readSecret(world.db, "reply_secret");
  const to = buildReplyAddress(world.config, secret, { number, userId: world.idOf("tomas") }) ?? "";
  for (const [by, named] of [
    ["reference", { inReplyTo: opened.message_id ?? "" }],
    ["address", { to }],
  ] as const) {
    const { row, said } = await count(named);
    expect(row).toMatchObject({ state: "done", matched_by: by, ticket_id: opened.ticket_id });
    expect(row.comment_id).not.toBeNull();
    expect(said.length, said.join("\n")).toBeLessThanOrEqual(20);
  }
});

it("whom else a mail is to, however many, is looked up by two statements more", async () => {
  const { said: alone } = await count({});
  const { said: many } = await count({ cc: Array.from({ length: 60 }, (_, n) => `person${n}@else.test`) });
  expect(many.length).toBe(alone.length + 2);
});

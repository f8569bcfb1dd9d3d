import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { saveMailboxSecret } from "#server/mailboxes/secrets.ts";
import { incomingFindings } from "../scripts/doctor/incoming.ts";
import { makeWorld, type World } from "./support/app/app-with-people.ts";
import { insertIncoming } from "./support/incoming/insert-incoming.ts";
import { makeMailbox } from "./support/incoming/mailboxes.ts";

/** What `npm run doctor` tells of mail that comes in. */
let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  for (const table of ["incoming_mails", "mailbox_secrets", "mailboxes"] as const)
    // oxlint-disable-next-line no-await-in-loop
    await world.db.deleteFrom(table).execute();
});

/** As "how about: words". */
async function find(config = world.app.config): Promise<string[]> {
  const found = await incomingFindings(world.pool, config);
  return found.map(({ how, about, words }) => `${how} ${about}: ${words}`);
}
/** The doctor reads the clock of the database. */
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const mailbox = (address: string) => makeMailbox(world.db, minutesAgo(5), { address });
const setState = (id: string, state: "unreachable" | "sign_in_refused" | "paused") =>
  world.db
    .updateTable("mailboxes")
    .set({ state, state_since: new Date("2026-11-20T08:14:00.000Z") })
    .where("id", "=", id)
    .execute();

it("finds nothing to look at where no mail waits, and names no mailboxes where there are none", async () => {
  expect(await find()).toEqual(["fine incoming mail: none waits to be read"]);
});

it("tells of mail that could not be read, and leaves alone what waits for a person", async () => {
  await insertIncoming(world, { state: "held" });
  await insertIncoming(world, { state: "stored", reason: null, received_at: minutesAgo(9) });
  expect(await find()).toEqual(["fine incoming mail: none waits to be read"]);
  await insertIncoming(world, { state: "failed", reason: "unreadable" });
  expect(await find()).toEqual(["note incoming mail: 1 could not be read: see Incoming mail, Failed."]);
});

it("tells first of mail that nobody reads though it is here for more than ten minutes", async () => {
  await insertIncoming(world, { state: "failed", reason: "unreadable" });
  for (const minutes of [11, 600])
    // oxlint-disable-next-line no-await-in-loop
    await insertIncoming(world, { state: "stored", reason: null, received_at: minutesAgo(minutes) });
  expect(await find()).toEqual([
    "note incoming mail: 2 were stored over 10 minutes ago and not read: read the log.",
  ]);
});

it("names each mailbox that is away, why and since when; one that is paused is not", async () => {
  const [help, network, paused] = await Promise.all(
    ["help@desk.test", "network@desk.test", "paused@desk.test"].map(mailbox),
  );
  expect((await find()).slice(1)).toEqual(["fine mailboxes: 3, none of them away"]);
  await setState(help ?? "", "unreachable");
  await setState(network ?? "", "sign_in_refused");
  await setState(paused ?? "", "paused");
  expect((await find()).slice(1)).toEqual([
    "note mailboxes: help@desk.test cannot be reached since 2026-11-20T08:14:00.000Z: see Settings, Mail.",
    "note mailboxes: network@desk.test is refused the sign-in since 2026-11-20T08:14:00.000Z: see Settings, Mail.",
  ]);
  await world.db.updateTable("mailboxes").set({ deleted_at: world.clock.now() }).execute();
  expect(await find()).toHaveLength(1);
});

it("says whose secrets the key does not open, and none of them", async () => {
  const ctx = { app: world.app, db: world.db, now: world.clock.now() };
  for (const address of ["help@desk.test", "network@desk.test"]) {
    // oxlint-disable-next-line no-await-in-loop
    const mailboxId = await mailbox(address);
    for (const kind of ["password", "smtp"] as const)
      // oxlint-disable-next-line no-await-in-loop
      await saveMailboxSecret(ctx, { mailboxId, kind, text: "hush-hush" });
  }
  expect((await find()).at(-1)).toBe("fine mail secrets: all 4 can be opened");
  const moved = await find({ ...world.app.config, secretKey: Buffer.alloc(32, 1) });
  expect(moved.at(-1)).toBe(
    "note mail secrets: 4 cannot be opened with this key: bring SECRET_KEY or secret.key back, or enter them again for help@desk.test, network@desk.test.",
  );
  expect(moved.join("\n")).not.toContain("hush-hush");
});

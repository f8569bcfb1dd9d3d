import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { makeWorld, openBeside, type World } from "../../test/support/app/app-with-people.ts";
import { makeMailbox } from "../../test/support/incoming/mailboxes.ts";
import { reportMailboxState } from "./state.ts";
import { tellMailboxesAway } from "./tell-away.ts";

const MINUTE = 60_000;

let world: World;
let mailbox: string;
let made = 0;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  await world.db.deleteFrom("mails").execute();
  const address = `away${(made += 1)}@waypost.test`;
  mailbox = await makeMailbox(world.db, world.clock.now(), { address });
  await world.db
    .updateTable("mailboxes")
    .set({ kind: "imap", host: "127.0.0.1" })
    .where("id", "=", mailbox)
    .execute();
  onTestFinished(async () => {
    await world.db.updateTable("mailboxes").set({ active: false }).where("id", "=", mailbox).execute();
  });
});

const report = (state: "ok" | "connecting" | "unreachable" | "sign_in_refused") =>
  reportMailboxState(world.app, mailbox, state, state === "ok" ? undefined : new Error("ECONNREFUSED"));
const told = async () => {
  await tellMailboxesAway(world.app);
  const rows = await world.db.selectFrom("mails").select(["to", "subject", "body_text"]).execute();
  return rows.map(({ to, subject, body_text }) => ({ to, subject, words: body_text ?? "" }));
};
const addresses = async () => (await told()).map(({ to }) => to);

it("administrators are told of a mailbox that has been away for an hour, once, and since when", async () => {
  await report("unreachable");
  const since = world.clock.now();
  world.pass(59 * MINUTE);
  expect(await told()).toEqual([]);
  world.pass(MINUTE);
  const [mail, ...others] = await told();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    to: "maren@waypost.test",
    subject: `away${made}@waypost.test cannot be reached`,
  });
  const at = since.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  expect(mail?.words).toContain(`has not been reachable since ${at}. Nothing is lost`);
  expect(mail?.words).toContain(`/settings/mail/mailboxes/${mailbox}`);
  world.pass(24 * 60 * MINUTE);
  expect(await told()).toHaveLength(1);
});

it("the hour counts from when it went away, whatever the reasons since; the last one is told", async () => {
  await report("unreachable");
  world.pass(40 * MINUTE);
  await report("connecting");
  await report("sign_in_refused");
  world.pass(20 * MINUTE);
  const [mail] = await told();
  expect(mail?.words).toContain("has refused the sign-in of");
});

it("a mailbox that was back in between is told of anew, and one that is back in time not at all", async () => {
  await report("unreachable");
  world.pass(50 * MINUTE);
  await report("ok");
  world.pass(50 * MINUTE);
  expect(await told()).toEqual([]);
  await report("unreachable");
  world.pass(61 * MINUTE);
  expect(await told()).toHaveLength(1);
  await report("ok");
  await report("unreachable");
  world.pass(59 * MINUTE);
  expect(await told()).toHaveLength(1);
  world.pass(MINUTE);
  expect(await told()).toHaveLength(2);
});

it("nobody is told of a mailbox that is paused or deleted", async () => {
  await report("unreachable");
  world.pass(61 * MINUTE);
  const set = (fields: object) =>
    world.db.updateTable("mailboxes").set(fields).where("id", "=", mailbox).execute();
  await set({ active: false });
  expect(await told()).toEqual([]);
  await set({ active: true, deleted_at: world.clock.now() });
  expect(await told()).toEqual([]);
  await set({ deleted_at: null });
  expect(await told()).toHaveLength(1);
});

it("two instances that look at once tell once, and each administrator in their language", async () => {
  const beside = await openBeside(world);
  onTestFinished(() => beside.close());
  const { id } = await world.db
    .selectFrom("roles")
    .select("id")
    .where("key", "=", "administrator")
    .executeTakeFirstOrThrow();
  const rafael = { user_id: world.idOf("rafael"), role_id: id };
  await world.db.insertInto("user_roles").values(rafael).execute();
  await world.as("rafael").patch(`/users/${world.idOf("rafael")}`, { locale: "de" });
  await report("unreachable");
  world.pass(61 * MINUTE);
  await Promise.all([tellMailboxesAway(world.app), tellMailboxesAway(beside.app)]);
  expect((await addresses()).toSorted()).toEqual(["maren@waypost.test", "rafael@waypost.test"]);
  const german = (await told()).find(({ to }) => to === "rafael@waypost.test");
  expect(german?.words).toContain("ist seit");
});

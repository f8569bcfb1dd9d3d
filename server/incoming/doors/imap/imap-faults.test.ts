import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { makeWorld, openBeside, type World } from "../../../../test/support/app/app-with-people.ts";
import { setDatabaseAway } from "../../../../test/support/app/database-away.ts";
import {
  changeMailbox,
  makeImapMailbox,
  startImapDoor,
  stateOf,
  subjectsOf,
  untilState,
} from "../../../../test/support/incoming/imap-desk.ts";
import { type ImapServer, startImapServer } from "../../../../test/support/mail-servers/imap-server.ts";
import { storeRaw, writeMail } from "../../../../test/support/incoming/incoming-mail.ts";
import { saveMailboxSecret } from "#server/mailboxes/secrets.ts";

let world: World;
let server: ImapServer;
beforeAll(async () => {
  world = await makeWorld({ LOG_LEVEL: "fatal" });
});
afterAll(() => world.end());
/** A server of its own for each: its mails are nobody else's. */
beforeEach(async () => {
  server = await startImapServer();
  onTestFinished(() => server.stop());
});

const mail = (subject: string, bytes = 0) =>
  writeMail({ from: "tomas@kestrel.test", subject, text: `It jams.\n${"word ".repeat(bytes / 5)}` });

/** The first pauses after failures, from one second on. */
const isRetry = (milliseconds: number) => milliseconds < 15_000;
/** Until a mailbox that another instance reads is asked for again. */
const waits = (milliseconds: number) => milliseconds === 15_000;
const isLook = (milliseconds: number) => milliseconds === 60_000;

async function countMails(subject: string): Promise<number> {
  const { n } = await world.db
    .selectFrom("incoming_mails")
    .select((eb) => eb.fn.countAll().as("n"))
    .where("subject", "=", subject)
    .executeTakeFirstOrThrow();
  return Number(n);
}

describe("a refused sign-in", () => {
  it("is told, tried again only after minutes, and over as soon as the password is changed", async () => {
    server.faults.refusesSignIn = true;
    const id = await makeImapMailbox(world, server);
    const door = await startImapDoor(world);
    await untilState(world, id, "sign_in_refused");
    await expect.poll(() => door.pauses.lengths().some((ms) => ms > 200_000)).toBe(true);
    expect(server.seen.signIns).toBe(1);
    server.faults.refusesSignIn = false;
    server.account.password = "another-printer";
    const { app, db, clock } = world;
    await saveMailboxSecret(
      { app, db, now: clock.now() },
      { mailboxId: id, kind: "password", text: "another-printer" },
    );
    await changeMailbox(world, id, {});
    await door.adjust();
    await untilState(world, id, "ok");
  });

  it("is what a password that is gone looks like", async () => {
    const id = await makeImapMailbox(world, server);
    await world.db.deleteFrom("mailbox_secrets").where("mailbox_id", "=", id).execute();
    await startImapDoor(world);
    await untilState(world, id, "sign_in_refused");
    expect(server.seen.signIns).toBe(0);
  });
});

describe("a connection", () => {
  it("that breaks in the middle of a mail leaves nothing half; the mail comes by the next one", async () => {
    const id = await makeImapMailbox(world, server);
    const door = await startImapDoor(world);
    await untilState(world, id, "ok");
    server.faults.dropsAfter = 700_000;
    server.deliver(await mail("Broken off", 1_500_000));
    await untilState(world, id, "unreachable");
    expect(await countMails("Broken off")).toBe(0);
    await door.pauses.elapse(isRetry);
    await expect.poll(() => subjectsOf(world, id)).toEqual(["Broken off"]);
    await untilState(world, id, "ok");
  });

  it("whose server restarts is opened again, and what came meanwhile is read", async () => {
    const id = await makeImapMailbox(world, server);
    const door = await startImapDoor(world);
    await untilState(world, id, "ok");
    server.hangUp();
    server.deliver(await mail("During the restart"));
    await door.pauses.elapse(isRetry);
    await expect.poll(() => subjectsOf(world, id)).toEqual(["During the restart"]);
  });

  it.each(["IDLE", "DONE", "NOOP", "SELECT"])(
    "that answers nothing from %s on counts as dead, and is opened again",
    async (command) => {
      const id = await makeImapMailbox(world, server);
      const door = await startImapDoor(world, { silence: 2000 });
      await untilState(world, id, "ok");
      server.faults.silentFrom = command;
      await expect
        .poll(async () => {
          door.pauses.end(isLook);
          return (await stateOf(world, id)).state;
        })
        .toBe("unreachable");
      Object.assign(server.faults, { isSilent: false, silentFrom: null });
      server.deliver(await mail("After the silence"));
      await door.pauses.elapse(isRetry);
      await expect.poll(() => subjectsOf(world, id)).toEqual(["After the silence"]);
    },
  );

  it("with bytes that dribble in is waited for, while other ways go on", async () => {
    const id = await makeImapMailbox(world, server);
    await startImapDoor(world);
    await untilState(world, id, "ok");
    server.faults.slow = { bytes: 200, milliseconds: 20 };
    server.deliver(await mail("Slowly", 10_000));
    await storeRaw(world, await mail("Quickly"));
    expect([await countMails("Quickly"), await countMails("Slowly")]).toEqual([1, 0]);
    await expect.poll(() => subjectsOf(world, id)).toEqual(["Slowly"]);
  });
});

describe("reading", () => {
  it("looks each minute, whatever was announced", async () => {
    const id = await makeImapMailbox(world, server);
    const door = await startImapDoor(world);
    await untilState(world, id, "ok");
    server.folder("INBOX").add(await mail("Not announced"), new Date());
    await door.pauses.elapse(isLook);
    await expect.poll(() => subjectsOf(world, id)).toEqual(["Not announced"]);
  });

  it("begins anew thirty days back when the server numbers its mails anew, and keeps each once", async () => {
    const id = await makeImapMailbox(world, server);
    const first = await startImapDoor(world);
    await untilState(world, id, "ok");
    for (const n of [1, 2, 3]) server.deliver(await mail(`Numbered anew ${n}`));
    await expect.poll(async () => (await subjectsOf(world, id)).length).toBe(3);
    await first.stop();
    const inbox = server.folder("INBOX");
    const ago = (days: number) => new Date(world.clock.now().getTime() - days * 24 * 3_600_000);
    inbox.mails.unshift({ uid: 0, raw: await mail("Long ago"), flags: new Set(), at: ago(60) });
    inbox.add(await mail("Before the new numbers"), ago(2));
    inbox.renumber();
    await startImapDoor(world);
    await expect.poll(() => subjectsOf(world, id)).toHaveLength(4);
    for (const n of [1, 2, 3]) expect(await countMails(`Numbered anew ${n}`)).toBe(1);
    expect([await countMails("Before the new numbers"), await countMails("Long ago")]).toEqual([1, 0]);
  });

  it("goes by its own position, whatever people have read", async () => {
    const id = await makeImapMailbox(world, server);
    const door = await startImapDoor(world);
    await untilState(world, id, "ok");
    server.folder("INBOX").add(await mail("Read by somebody"), new Date(), ["\\Seen"]);
    await door.pauses.elapse(isLook);
    await expect.poll(() => subjectsOf(world, id)).toEqual(["Read by somebody"]);
  });

  it("takes more than a batch in the order of the server", async () => {
    const subjects = Array.from({ length: 120 }, (_, n) => `Batch ${n}`);
    for (const subject of subjects) server.folder("INBOX").add(await mail(subject), world.clock.now());
    const id = await makeImapMailbox(world, server, { first_days: 1 });
    await startImapDoor(world);
    await expect.poll(() => subjectsOf(world, id)).toEqual(subjects);
  });

  it("stores a mail that the server will not mark, and marks it later", async () => {
    server.faults.refusesChanges = true;
    const id = await makeImapMailbox(world, server);
    const door = await startImapDoor(world);
    await untilState(world, id, "ok");
    server.deliver(await mail("Not marked at first"));
    await expect.poll(() => subjectsOf(world, id)).toEqual(["Not marked at first"]);
    await untilState(world, id, "ok");
    server.faults.refusesChanges = false;
    await door.pauses.elapse(isLook);
    await expect
      .poll(() => server.folder("INBOX").mails.every(({ flags }) => flags.has("\\Seen")))
      .toBe(true);
    expect(await countMails("Not marked at first")).toBe(1);
  });

  it("goes on after the database was away, and says nothing bad about the mailbox", async () => {
    const id = await makeImapMailbox(world, server);
    const door = await startImapDoor(world);
    await untilState(world, id, "ok");
    await setDatabaseAway(world, true);
    server.deliver(await mail("While the database was away"));
    await expect.poll(() => door.pauses.lengths().some(isRetry)).toBe(true);
    await setDatabaseAway(world, false);
    await expect
      .poll(async () => {
        door.pauses.end(isRetry);
        return countMails("While the database was away").catch(() => 0);
      })
      .toBe(1);
    expect((await stateOf(world, id)).state).toBe("ok");
  });
});

describe("mailboxes", () => {
  it("are read by one connection, however many instances there are, and taken over by the next", async () => {
    const beside = await openBeside(world);
    onTestFinished(() => beside.close());
    const id = await makeImapMailbox(world, server);
    const doors = [await startImapDoor(world), await startImapDoor(beside)];
    await untilState(world, id, "ok");
    await expect.poll(() => doors.filter(({ pauses }) => pauses.lengths().some(waits))).toHaveLength(1);
    expect(server.seen.atOnce).toBe(1);
    const [waiting] = doors.filter(({ pauses }) => pauses.lengths().some(waits));
    const [reading] = doors.filter((door) => door !== waiting);
    await reading?.stop();
    server.deliver(await mail("For whoever is left"));
    await waiting?.pauses.elapse(waits);
    await expect.poll(() => subjectsOf(world, id)).toEqual(["For whoever is left"]);
    expect(server.seen.atOnce).toBe(1);
  });

  it("are opened, changed and paused while the desk runs, by what is announced", async () => {
    await startImapDoor(world);
    const id = await makeImapMailbox(world, server);
    await world.app.live.announce([`1 mailbox ${id}`]);
    await untilState(world, id, "ok");
    await changeMailbox(world, id, { active: false });
    await world.app.live.announce([`2 mailbox ${id}`]);
    await expect.poll(() => server.connections()).toBe(0);
  });

  it("load nothing and open nothing where there is none", async () => {
    const door = await startImapDoor(world);
    await door.adjust();
    const { rows } = await world.pool.query(
      "select from pg_stat_activity where application_name = 'waypost-mailboxes'",
    );
    expect([rows.length, server.seen.atOnce]).toEqual([0, 0]);
  });
});

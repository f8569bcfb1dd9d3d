import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../../../test/support/app/app-with-people.ts";
import { missingDovecot, startDovecot } from "../../../../test/support/mail-servers/dovecot.ts";
import {
  makeImapMailbox,
  startImapDoor,
  subjectsOf,
  untilState,
} from "../../../../test/support/incoming/imap-desk.ts";
import { startImapServer } from "../../../../test/support/mail-servers/imap-server.ts";
import { writeMail } from "../../../../test/support/incoming/incoming-mail.ts";

/** What both servers are asked for. */
type MailServer = {
  port: number;
  username: string;
  password: string;
  deliver(raw: Buffer, where?: { folder?: string }): void;
  count(folder: string): number;
  seen(folder: string): number;
  stop(): Promise<void>;
};

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

const mail = (subject: string) => writeMail({ from: "tomas@kestrel.test", subject });

if (missingDovecot) process.stdout.write(`skipped: the IMAP suite on dovecot, since ${missingDovecot}\n`);

describe.each<[string, () => Promise<MailServer>, boolean]>([
  ["the server of the tests", startTestServer, false],
  ["dovecot", startDovecot, missingDovecot !== null],
])("a mailbox on %s", (_name, start, isMissing) => {
  let server: MailServer;
  beforeAll(async () => {
    if (!isMissing) server = await start();
  });
  afterAll(async () => {
    if (!isMissing) await server.stop();
  });
  const test = it.skipIf(isMissing);

  test("brings what arrives from now on, at once, and marks it as read", async () => {
    server.deliver(await mail("Long before"));
    const id = await makeImapMailbox(world, server);
    await startImapDoor(world);
    await untilState(world, id, "ok");
    server.deliver(await mail("Just now"));
    // IDLE tells: no pause ends.
    await expect.poll(() => subjectsOf(world, id)).toEqual(["Just now"]);
    await expect.poll(() => server.seen("INBOX")).toBe(1);
  });

  test("brings mail of the days before, and none twice after a restart", async () => {
    const before = server.count("INBOX");
    for (const n of [1, 2, 3]) server.deliver(await mail(`Days before ${n}`));
    const id = await makeImapMailbox(world, server, { first_days: 7 });
    const first = await startImapDoor(world);
    await untilState(world, id, "ok");
    await first.stop();
    server.deliver(await mail("While nobody looked"));
    await startImapDoor(world);
    await expect.poll(async () => (await subjectsOf(world, id)).at(-1)).toBe("While nobody looked");
    expect(await countDeliveries(id)).toBe(before + 4);
  });

  test("moves what is stored where it says so", async () => {
    const id = await makeImapMailbox(world, server, { after_storing: "move", move_to: "Archive" });
    await startImapDoor(world);
    await untilState(world, id, "ok");
    server.deliver(await mail("To be filed"));
    await expect.poll(() => subjectsOf(world, id)).toEqual(["To be filed"]);
    await expect.poll(() => server.count("Archive")).toBe(1);
  });

  test("deletes what is stored where it says so, and nothing else", async () => {
    const before = server.count("INBOX");
    const id = await makeImapMailbox(world, server, { after_storing: "delete" });
    await startImapDoor(world);
    await untilState(world, id, "ok");
    server.deliver(await mail("To be gone"));
    await expect.poll(() => subjectsOf(world, id)).toEqual(["To be gone"]);
    await expect.poll(() => server.count("INBOX")).toBe(before);
  });

  test("brings the spam folder where it says so, and leaves it as it is", async () => {
    const id = await makeImapMailbox(world, server, { spam_folder: true });
    const { pauses } = await startImapDoor(world);
    await untilState(world, id, "ok");
    server.deliver(await mail("You have won"), { folder: "Junk" });
    await pauses.elapse((milliseconds) => milliseconds === 60_000);
    await expect.poll(() => subjectsOf(world, id)).toEqual(["You have won"]);
    const folders = await world.db
      .selectFrom("incoming_deliveries")
      .select("folder")
      .where("mailbox_id", "=", id)
      .execute();
    expect(folders).toEqual([{ folder: "Junk" }]);
    expect([server.count("Junk"), server.seen("Junk")]).toEqual([1, 0]);
  });
});

async function startTestServer(): Promise<MailServer> {
  const server = await startImapServer();
  return {
    ...server,
    count: (folder) => server.folder(folder).mails.length,
    seen: (folder) => server.folder(folder).mails.filter(({ flags }) => flags.has("\\Seen")).length,
  };
}

async function countDeliveries(id: string): Promise<number> {
  const { n } = await world.db
    .selectFrom("incoming_deliveries")
    .select((eb) => eb.fn.countAll().as("n"))
    .where("mailbox_id", "=", id)
    .executeTakeFirstOrThrow();
  return Number(n);
}

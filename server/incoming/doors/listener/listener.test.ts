import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { makeWorld, type World } from "../../../../test/support/app/app-with-people.ts";
import { setDatabaseAway } from "../../../../test/support/app/database-away.ts";
import { makeMailbox, writeMail } from "../../../../test/support/incoming/incoming-mail.ts";
import { openSmtp } from "../../../../test/support/mail-servers/smtp-client.ts";
import { freePort } from "../../../../test/support/processes/spawn-app.ts";
import { newFolder } from "../../../../test/support/temporary-folder.ts";
import { type Listener, openListener } from "./listener.ts";

type Desk = { world: World; listener: Listener; smtp: number; lmtp: number };

/** A desk with two mailboxes that listens in both protocols. */
async function openDesk(settings: Record<string, string> = {}): Promise<Desk> {
  const [smtp, lmtp] = [await freePort(), await freePort()];
  const world = await makeWorld({
    MAIL_LISTEN: `smtp://127.0.0.1:${smtp},lmtp://127.0.0.1:${lmtp}`,
    LOG_LEVEL: "fatal",
    ...settings,
  });
  await makeMailbox(world, "help@waypost.test");
  await makeMailbox(world, "billing@waypost.test");
  return { world, listener: await openListener(world.app), smtp, lmtp };
}

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => {
  await desk.listener.stop();
  await desk.world.end();
});

/** A conversation up to the recipients, which are `help@` unless said. */
async function begin(
  port: number,
  recipients = ["help@waypost.test"],
  sender = `${crypto.randomUUID()}@kestrel.test`,
) {
  const client = await openSmtp(port);
  await client.say(`${port === desk.lmtp ? "LHLO" : "EHLO"} mx.kestrel.test`);
  await client.say(`MAIL FROM:<${sender}>`);
  const answers = [];
  for (const recipient of recipients) answers.push(await client.say(`RCPT TO:<${recipient}>`));
  return { ...client, answers };
}

const deliveries = ({ db }: World, subject: string) =>
  db
    .selectFrom("incoming_deliveries as d")
    .innerJoin("incoming_mails as m", "m.id", "d.incoming_id")
    .innerJoin("mailboxes as b", "b.id", "d.mailbox_id")
    .select(["b.address", "d.envelope_from", "d.envelope_to", "d.client_ip", "d.client_name", "m.id"])
    .where("m.subject", "=", subject)
    .orderBy("b.address")
    .execute();

describe("the listener refuses", () => {
  it("recipients that are no mailbox, whoever asks: nothing is passed on to elsewhere", async () => {
    for (const port of [desk.smtp, desk.lmtp]) {
      const { answers, say } = await begin(port, [
        "tomas@kestrel.test",
        "maren@waypost.test",
        "help@elsewhere.test",
        "help%elsewhere.test@waypost.test",
        '"help@elsewhere.test"@waypost.test',
      ]);
      expect(answers.slice(0, 4)).toEqual(Array(4).fill("550 5.1.1 No such mailbox here"));
      expect(answers[4]).toMatch(/^5/);
      expect(await say("DATA")).toMatch(/^503/);
    }
  });

  it("to sign anybody in, and to verify addresses", async () => {
    const client = await openSmtp(desk.smtp);
    await client.say("EHLO mx.kestrel.test");
    expect(await client.say("AUTH PLAIN AGhlbHAAaGVscA==")).toMatch(/^5/);
    expect(await client.say("VRFY help@waypost.test")).not.toMatch(/help@/);
    expect(await client.say("STARTTLS")).toMatch(/^5/);
  });

  it("a message of more than 40 MB, said before or found out, and keeps nothing of it", async () => {
    const client = await openSmtp(desk.smtp);
    await client.say("EHLO mx.kestrel.test");
    expect(await client.say(`MAIL FROM:<a@kestrel.test> SIZE=${LIMITS.mailBytes + 1}`)).toMatch(/^552 /);
    const raw = Buffer.concat([
      await writeMail({ subject: "Far too large" }),
      Buffer.from(`${"x".repeat(98)}\r\n`.repeat(LIMITS.mailBytes / 100 + 1)),
    ]);
    const later = await begin(desk.smtp);
    expect(await later.sendData(raw)).toBe("552 5.3.4 Message is larger than 40 MB");
    expect(await deliveries(desk.world, "Far too large")).toEqual([]);
    // The conversation goes on.
    expect(await later.say("RSET")).toMatch(/^250/);
  });

  it("a paused mailbox for a while", async () => {
    const { world, smtp } = desk;
    const paused = await makeMailbox(world, "paused@waypost.test");
    await world.db.updateTable("mailboxes").set({ active: false }).where("id", "=", paused).execute();
    expect((await begin(smtp, ["paused@waypost.test"])).answers).toEqual(["450 4.2.1 Mailbox is paused"]);
  });

  it("more than 60 messages a minute of one sender, until the minute is over", async () => {
    const client = await openSmtp(desk.smtp);
    await client.say("EHLO mx.kestrel.test");
    const ask = async () => {
      const answer = await client.say("MAIL FROM:<flood@kestrel.test>");
      await client.say("RSET");
      return answer;
    };
    for (let n = 0; n < 60; n += 1) expect(await ask()).toMatch(/^250/);
    expect(await ask()).toBe("421 4.7.0 Too many messages");
    expect((await begin(desk.smtp, undefined, "other@kestrel.test")).answers[0]).toMatch(/^250/);
    desk.world.pass(61_000);
    expect((await begin(desk.smtp, undefined, "flood@kestrel.test")).answers[0]).toMatch(/^250/);
  });

  it("a half message: a connection that breaks in the middle leaves nothing", async () => {
    const { world, smtp } = desk;
    const client = await begin(smtp);
    await client.say("DATA");
    client.socket.write((await writeMail({ subject: "Broken off" })).subarray(0, -10));
    client.drop();
    // What comes after is stored behind what came before, had that been stored.
    const next = await begin(smtp);
    expect(await next.sendData(await writeMail({ subject: "Whole" }))).toMatch(/^250/);
    expect(await deliveries(world, "Broken off")).toEqual([]);
    expect(await deliveries(world, "Whole")).toHaveLength(1);
  });
});

describe("the listener", () => {
  it("says 250 when the mail is stored, and keeps who handed it in", async () => {
    const { world, smtp } = desk;
    const client = await begin(smtp, ["Help+1042.9f2c01ab34de56ff@Waypost.Test"], "tomas@kestrel.test");
    expect(await client.sendData(await writeMail({ subject: "By SMTP" }))).toBe("250 2.0.0 Stored");
    expect(await deliveries(world, "By SMTP")).toMatchObject([
      {
        address: "help@waypost.test",
        envelope_from: "tomas@kestrel.test",
        envelope_to: ["Help+1042.9f2c01ab34de56ff@Waypost.Test"],
        client_ip: "127.0.0.1",
        client_name: "mx.kestrel.test",
      },
    ]);
  });

  it("keeps the empty sender of a returned mail apart from one that is not known", async () => {
    const client = await begin(desk.smtp, undefined, "");
    expect(await client.sendData(await writeMail({ subject: "Returned" }))).toMatch(/^250/);
    expect(await deliveries(desk.world, "Returned")).toMatchObject([{ envelope_from: "" }]);
  });

  it("answers LMTP for each recipient, and stores one mail for two mailboxes", async () => {
    const { world, lmtp } = desk;
    const client = await begin(lmtp, ["help@waypost.test", "nobody@waypost.test", "billing@waypost.test"]);
    expect(client.answers.map((answer) => answer?.slice(0, 3))).toEqual(["250", "550", "250"]);
    expect(await client.sendData(await writeMail({ subject: "For both" }))).toBe("250 2.0.0 Stored");
    expect(await client.answer()).toBe("250 2.0.0 Stored");
    const found = await deliveries(world, "For both");
    expect(found.map(({ address }) => address)).toEqual(["billing@waypost.test", "help@waypost.test"]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(1);
  });

  it("stores each message of a connection for its own recipients", async () => {
    const { world, lmtp } = desk;
    const client = await begin(lmtp, ["help@waypost.test"]);
    expect(await client.sendData(await writeMail({ subject: "The first" }))).toMatch(/^250/);
    await client.say("MAIL FROM:<tomas@kestrel.test>");
    await client.say("RCPT TO:<billing@waypost.test>");
    expect(await client.sendData(await writeMail({ subject: "The second" }))).toMatch(/^250/);
    expect(await deliveries(world, "The first")).toMatchObject([{ address: "help@waypost.test" }]);
    expect(await deliveries(world, "The second")).toMatchObject([{ address: "billing@waypost.test" }]);
  });

  it("stores lines that begin with a dot, and bytes of any value, as they were", async () => {
    const { world, smtp } = desk;
    const raw = Buffer.concat([
      await writeMail({ subject: "Dots" }),
      Buffer.from("..two\r\n.one\r\n\xff\xfe\r\n", "latin1"),
    ]);
    await (await begin(smtp)).sendData(raw);
    const { raw_hash } = await world.db
      .selectFrom("incoming_mails")
      .select("raw_hash")
      .where("subject", "=", "Dots")
      .executeTakeFirstOrThrow();
    const file = raw_hash && (await world.app.files.read(raw_hash));
    const chunks: Buffer[] = [];
    for await (const chunk of file?.stream ?? []) chunks.push(chunk);
    expect(Buffer.concat(chunks).equals(raw)).toBe(true);
  });

  it("asks to come again while the database is away, and stores the mail then", async () => {
    const { world, smtp } = desk;
    const client = await begin(smtp);
    const raw = await writeMail({ subject: "While the database was away" });
    await setDatabaseAway(world, true);
    expect(await client.sendData(raw)).toBe("451 4.3.0 Try again later");
    expect((await begin(smtp)).answers).toEqual(["451 4.3.0 Try again later"]);
    await setDatabaseAway(world, false);
    await expect.poll(async () => (await begin(smtp)).answers[0]).toMatch(/^250/);
    expect(await (await begin(smtp)).sendData(raw)).toMatch(/^250/);
    expect(await deliveries(world, "While the database was away")).toHaveLength(1);
  });
});

it.skipIf(process.getuid?.() !== 0)(
  "asks to come again while the disk is full, and keeps nothing half",
  async (context) => {
    const disk = newFolder();
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=20m,mode=711", "tmpfs", disk]);
    if (mounted.status !== 0) context.skip("this machine mounts nothing");
    onTestFinished(() => void spawnSync("umount", ["-l", disk]));
    const full = await openDesk({ DATA_DIR: disk });
    const client = await openSmtp(full.smtp);
    for (const line of ["EHLO mx.kestrel.test", "MAIL FROM:<a@kestrel.test>"]) await client.say(line);
    expect(await client.say("RCPT TO:<help@waypost.test>")).toBe("451 4.3.0 Try again later");
    expect(await client.say("DATA")).toMatch(/^503/);
    expect(await deliveries(full.world, "No room")).toEqual([]);
    await full.listener.stop();
    await full.world.end();
  },
);

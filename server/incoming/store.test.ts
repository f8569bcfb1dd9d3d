import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "kysely";
import { makePool } from "#server/db/open-database.ts";
import { computeIdentity, openIdentity } from "#server/lib/mime/identity.ts";
import { pruneFiles } from "#server/uploads/prune.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { makeMailbox, storeRaw, writeMail } from "../../test/support/incoming/incoming-mail.ts";
import { readPosition } from "./positions.ts";
import { type Delivery, MailTooLarge, storeMail } from "./store.ts";
import { sweepStoredMails } from "./sweep.ts";

let world: World;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waypost-mails-"));
  world = await makeWorld({ DATA_DIR: folder });
});
afterAll(async () => {
  await world.end();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await world.db.deleteFrom("incoming_mails").execute();
});

const SHELL: Delivery = { door: "shell", mailboxId: null, envelopeFrom: null, envelopeTo: [] };

/** Files of the store, whole or half. */
function files(): string[] {
  if (!existsSync(join(folder, "files"))) return [];
  return readdirSync(join(folder, "files"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

const mails = () => world.db.selectFrom("incoming_mails").selectAll().orderBy("position").execute();
const deliveries = () => world.db.selectFrom("incoming_deliveries").selectAll().orderBy("at").execute();

describe("a mail that is not kept", () => {
  it("is one of more than 40 MB, of which nothing stays", async () => {
    const before = files();
    const endless = Readable.from(
      (function* () {
        for (let megabytes = 0; megabytes < 50; megabytes += 1) yield Buffer.alloc(1024 * 1024, 65);
      })(),
    );
    await expect(storeMail(world.app, endless, SHELL)).rejects.toThrow(MailTooLarge);
    expect(endless.destroyed).toBe(true);
    expect([files(), await mails()]).toEqual([before, []]);
  });

  it("is one whose connection breaks in the middle", async () => {
    const before = files();
    const broken = new Readable({ read() {} });
    broken.push("From: tomas@kestrel.test\r\n\r\nHello");
    const storing = storeMail(world.app, broken, SHELL);
    setImmediate(() => broken.destroy(new Error("connection reset")));
    await expect(storing).rejects.toThrow("connection reset");
    expect([files(), await mails()]).toEqual([before, []]);
  });

  it("is one that the disk does not take: its door may hand it in again", async () => {
    const raw = await writeMail({ from: "tomas@kestrel.test", text: "No room" });
    const shelf = join(folder, "files", createHash("sha256").update(raw).digest("hex").slice(0, 2));
    await mkdir(join(folder, "files"), { recursive: true });
    await rm(shelf, { recursive: true, force: true });
    // A file where the folder should be: the bytes arrive whole, and cannot become part of the store.
    await writeFile(shelf, "");
    await expect(storeRaw(world, raw)).rejects.toMatchObject({ code: "ENOTDIR" });
    expect([await mails(), await deliveries()]).toEqual([[], []]);
    await rm(shelf);
    expect(await storeRaw(world, raw)).toMatchObject({ isDuplicate: false });
  });

  it("is one that comes while the database is away", async () => {
    const before = files();
    const { db, pool } = makePool({ host: "127.0.0.1", port: 9, database: "away" });
    const raw = await writeMail({ from: "tomas@kestrel.test", text: "Nobody is at home" });
    const storing = storeMail({ ...world.app, db }, Readable.from([raw]), SHELL);
    await expect(storing).rejects.toMatchObject({ code: "ECONNREFUSED" });
    expect([files(), await mails()]).toEqual([before, []]);
    await pool.end();
  });
});

const hashOf = (raw: Buffer) => createHash("sha256").update(raw).digest();

describe("pruning while a mail is stored", () => {
  it("takes bytes that nobody wants until now: the mail is not kept then, and may be handed in again", async () => {
    const raw = await writeMail({ from: "tomas@kestrel.test", text: "Pruned" });
    const hash = hashOf(raw);
    await storeRaw(world, raw);
    await world.db.deleteFrom("incoming_mails").execute();
    await world.app.files.delete(hash);
    const pruning = await world.pool.connect();
    await pruning.query("begin");
    await pruning.query("delete from blobs where hash = $1", [hash]);
    const storing = storeRaw(world, raw);
    const failed = expect(storing).rejects.toThrow("were pruned");
    await expect.poll(() => world.app.files.has(hash)).toBe(true);
    await world.app.files.delete(hash);
    await pruning.query("commit");
    pruning.release();
    await failed;
    expect([await mails(), await deliveries()]).toEqual([[], []]);
    expect(await storeRaw(world, raw)).toMatchObject({ isDuplicate: false });
    expect(await world.app.files.has(hash)).toBe(true);
  });

  it("takes at night what a second delivery brought for nothing, and leaves the first", async () => {
    const raw = await writeMail({ from: "tomas@kestrel.test", messageId: "<twice@kestrel.test>" });
    const again = Buffer.concat([Buffer.from("X-Way: another\r\n"), raw]);
    await storeRaw(world, raw);
    expect(await storeRaw(world, again)).toMatchObject({ isDuplicate: true });
    const hours = new Date(Date.now() - 2 * 3_600_000);
    for (const hash of [hashOf(raw), hashOf(again)]) {
      const name = hash.toString("hex");
      await utimes(join(folder, "files", name.slice(0, 2), name), hours, hours);
    }
    await pruneFiles(world.app);
    expect(await world.app.files.has(hashOf(raw))).toBe(true);
    expect(await world.app.files.has(hashOf(again))).toBe(false);
  });
});

describe("a mail that is kept", () => {
  it("lies there as it arrived, byte for byte, with how it came", async () => {
    const raw = await writeMail({
      from: "Tomás Aguilar <Tomas@Kestrel.test>",
      messageId: "<one@kestrel.test>",
    });
    const mailboxId = await makeMailbox(world, "raw@waypost.test");
    const { id, isDuplicate } = await storeRaw(world, raw, {
      door: "listener",
      mailboxId,
      envelopeFrom: "bounce@kestrel.test",
      envelopeTo: ["raw@waypost.test"],
      clientIp: "192.0.2.7",
      clientName: "mx.kestrel.test",
    });
    expect(isDuplicate).toBe(false);
    const [mail] = await mails();
    expect(mail).toMatchObject({
      id,
      state: "stored",
      message_id: "<one@kestrel.test>",
      from_address: "tomas@kestrel.test",
      from_name: "Tomás Aguilar",
      subject: "Printer on floor 2 jams",
      mailbox_id: mailboxId,
    });
    const kept = await world.app.files.read(mail?.raw_hash ?? Buffer.alloc(0));
    expect((await kept?.stream.toArray())?.join("")).toBe(raw.toString());
    expect(await deliveries()).toMatchObject([
      { incoming_id: id, door: "listener", envelope_from: "bounce@kestrel.test", client_ip: "192.0.2.7" },
    ]);
  });

  it("says when mail came into its mailbox last, to the minute, and no other mailbox does", async () => {
    const [mailboxId, other] = [
      await makeMailbox(world, "last@waypost.test"),
      await makeMailbox(world, "other@waypost.test"),
    ];
    const lastMail = async (id: string) =>
      (await world.as("maren").get(`/mailboxes/${id}`)).body.last_mail_at;
    expect(await lastMail(mailboxId)).toBeNull();
    const first = world.clock.now().toISOString();
    await storeRaw(world, await writeMail({ from: "tomas@kestrel.test" }), { mailboxId });
    expect(await lastMail(mailboxId)).toBe(first);
    world.pass(59_000);
    await storeRaw(world, await writeMail({ from: "tomas@kestrel.test" }), { mailboxId });
    expect(await lastMail(mailboxId)).toBe(first);
    world.pass(2000);
    await storeRaw(world, await writeMail({ from: "tomas@kestrel.test" }), { mailboxId });
    expect(await lastMail(mailboxId)).toBe(world.clock.now().toISOString());
    expect(await lastMail(other)).toBeNull();
  });

  it("keeps its bytes through the night's pruning", async () => {
    const { id } = await storeRaw(world, await writeMail({ from: "tomas@kestrel.test", text: "Stay" }));
    await pruneFiles(world.app);
    const mail = (await mails()).find((each) => each.id === id);
    expect(await world.app.files.read(mail?.raw_hash ?? Buffer.alloc(0))).not.toBeNull();
  });

  it("is queued for processing once, and again by the sweep when its job is lost", async () => {
    const { id } = await storeRaw(world, await writeMail({ from: "tomas@kestrel.test" }));
    expect(await queued(id)).toBe(1);
    await sql`delete from pgboss.job`.execute(world.db);
    expect(await sweepStoredMails(world.app)).toBe(0);
    world.pass(20 * 60_000);
    expect(await sweepStoredMails(world.app)).toBe(1);
    expect(await queued(id)).toBe(1);
  });

  it("is not queued again by the sweep while it waits in a backlog, however long that takes", async () => {
    const { id } = await storeRaw(world, await writeMail({ from: "tomas@kestrel.test" }));
    world.pass(3 * 3_600_000);
    expect(await sweepStoredMails(world.app)).toBe(0);
    expect(await queued(id)).toBe(1);
  });
});

describe("the same mail, again", () => {
  it("is one mail with two deliveries, whatever servers wrote above it", async () => {
    const raw = await writeMail({ from: "tomas@kestrel.test" });
    const first = await storeRaw(world, raw);
    const mailboxId = await makeMailbox(world, "second@waypost.test");
    const again = Buffer.concat([Buffer.from("Received: from a by b\r\nX-Spam: no\r\n"), raw]);
    const second = await storeRaw(world, again, { door: "hook", mailboxId });
    expect(second).toEqual({ id: first.id, isDuplicate: true });
    expect((await deliveries()).map(({ door }) => door)).toEqual(["shell", "hook"]);
    expect(await queued(first.id)).toBe(1);
  });

  it("is one mail when it comes through twelve doors at once", async () => {
    const raw = await writeMail({ from: "tomas@kestrel.test" });
    const stored = await Promise.all(Array.from({ length: 12 }, () => storeRaw(world, raw)));
    expect(new Set(stored.map(({ id }) => id)).size).toBe(1);
    expect(stored.filter(({ isDuplicate }) => !isDuplicate)).toHaveLength(1);
    expect(await deliveries()).toHaveLength(12);
  });

  it("is another mail with another subject, another sender or another text", async () => {
    const base = { from: "tomas@kestrel.test", messageId: "<same@kestrel.test>" };
    const others = [
      base,
      { ...base, subject: "Another" },
      { ...base, from: "priya@kestrel.test" },
      { ...base, text: "!" },
    ];
    for (const mail of others) await storeRaw(world, await writeMail(mail));
    expect(await mails()).toHaveLength(4);
  });

  it("counts the same in one piece and byte by byte", async () => {
    const raw = await writeMail({ from: "tomas@kestrel.test", text: "One\r\n\r\nTwo" });
    const whole = computeIdentity(raw);
    const reading = openIdentity();
    for (const byte of raw) reading.update(Buffer.from([byte]));
    expect(reading.end().identity).toEqual(whole);
  });
});

describe("the position of a folder", () => {
  it("moves with the mail that it stands behind, and not without it", async () => {
    const mailboxId = await makeMailbox(world, "imap@waypost.test");
    const at = (uid: number, uidvalidity = 7) =>
      ({ door: "imap", mailboxId, folder: "INBOX", uidvalidity, uid }) as const;
    const position = () => readPosition(world.db, mailboxId, "INBOX");
    await storeRaw(world, await writeMail({ from: "tomas@kestrel.test", text: "1" }), at(41));
    expect(await position()).toEqual({ uidvalidity: 7, lastUid: 41 });
    await storeRaw(world, await writeMail({ from: "tomas@kestrel.test", text: "2" }), at(12));
    expect(await position()).toEqual({ uidvalidity: 7, lastUid: 41 });
    const huge = Readable.from([Buffer.alloc(41 * 1024 * 1024)]);
    await expect(storeMail(world.app, huge, { ...SHELL, ...at(42) })).rejects.toThrow(MailTooLarge);
    expect(await position()).toEqual({ uidvalidity: 7, lastUid: 41 });
    await storeRaw(world, await writeMail({ from: "tomas@kestrel.test", text: "3" }), at(3, 8));
    expect(await position()).toEqual({ uidvalidity: 8, lastUid: 3 });
  });

  it("counts a message that is read again once", async () => {
    const mailboxId = await makeMailbox(world, "again@waypost.test");
    const raw = await writeMail({ from: "tomas@kestrel.test", text: "Again" });
    const at = { door: "imap", mailboxId, folder: "INBOX", uidvalidity: 7, uid: 1 } as const;
    await storeRaw(world, raw, at);
    expect(await storeRaw(world, raw, at)).toMatchObject({ isDuplicate: true });
    expect(await deliveries()).toHaveLength(1);
  });
});

async function queued(id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pgboss.job
    where name = 'incoming.process' and data ->> 'id' = ${id}`.execute(world.db);
  return rows[0]?.n ?? 0;
}

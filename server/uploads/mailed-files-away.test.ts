import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { queueMail, sendMail } from "#server/lib/work/outbox.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { type StoreFault, startFaultyStore } from "../../test/support/object-store/faulty-object-store.ts";
import { filesUrl, startObjectStore } from "../../test/support/object-store/object-store.ts";
import { findQuickFolder } from "../../test/support/quick-folder.ts";
import { startSmtp } from "../../test/support/mail-servers/smtp-server.ts";
import { uploadFile } from "../../test/support/app/upload-file.ts";

let world: World;
let folder: string;
let server: Awaited<ReturnType<typeof startObjectStore>>;
let faulty: Awaited<ReturnType<typeof startFaultyStore>>;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let ticket: string;
beforeAll(async () => {
  folder = mkdtempSync(join(findQuickFolder(), "waypost-mailed-"));
  server = await startObjectStore(join(folder, "store"));
  faulty = await startFaultyStore(server.port);
  smtp = await startSmtp();
  world = await makeWorld({
    DATA_DIR: join(folder, "data"),
    LOG_LEVEL: "silent",
    FILES_URL: filesUrl(faulty.endpoint),
    SMTP_URL: smtp.url,
  });
  const raised = await world.as("tomas").post("/tickets", { subject: "Screen", issue: "Flickers." });
  ticket = raised.body.ticket.id;
});
afterAll(async () => {
  await world.end();
  await smtp.stop();
  faulty.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function queueWithFile(bytes: Buffer, subject: string): Promise<string> {
  const { body } = await uploadFile(world, {
    who: "tomas",
    path: `/tickets/${ticket}/attachments`,
    bytes,
    headers: {},
  });
  const ctx = { app: world.app, db: world.db, now: world.clock.now() };
  const mail = { to: "reader@kestrel.test", subject, text: "See the file.", html: "<p>See the file.</p>" };
  return (await queueMail(ctx, { ...mail, attachmentIds: [body.id] })) ?? "";
}

const arrived = (subject: string) => smtp.arrived.filter((mail) => mail.subject === subject);

it.each<StoreFault>(["500", "away", "closes", "damages-down"])(
  "a mail whose file cannot be read from the store (%s) waits, and arrives whole and once when it can",
  async (fault) => {
    const subject = `File and ${fault}`;
    const bytes = randomBytes(300_000);
    const id = await queueWithFile(bytes, subject);
    faulty.fault = fault;
    expect(await sendMail(world.app, id)).toBe("put off");
    expect(arrived(subject)).toEqual([]);
    const { rows } = await world.pool.query("select state, attempts, last_error from mails where id = $1", [
      id,
    ]);
    expect(rows).toEqual([
      { state: "queued", attempts: 1, last_error: expect.stringMatching(/store|stored/) },
    ]);
    faulty.fault = "well";
    await expect.poll(() => world.app.files.isAway(), { timeout: 8000 }).toBe(false);
    world.pass(3_600_000);
    expect(await sendMail(world.app, id)).toBe("sent");
    expect(await sendMail(world.app, id)).toBe("nothing");
    const [mail, ...others] = arrived(subject);
    expect(others).toEqual([]);
    const content = mail?.attachments[0]?.content;
    expect(content instanceof ArrayBuffer && Buffer.from(content).equals(bytes)).toBe(true);
  },
);

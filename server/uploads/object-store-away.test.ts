import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { get, request } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { type StoreFault, startFaultyStore } from "../../test/support/object-store/faulty-object-store.ts";
import { filesUrl, startObjectStore } from "../../test/support/object-store/object-store.ts";
import { findQuickFolder } from "../../test/support/quick-folder.ts";
import { uploadFile } from "../../test/support/app/upload-file.ts";
import { makeMailbox, writeMail } from "../../test/support/incoming/incoming-mail.ts";
import { Readable } from "node:stream";
import { storeMail } from "#server/incoming/store.ts";
import { processMail } from "#server/incoming/process.ts";

let world: World;
let folder: string;
let server: Awaited<ReturnType<typeof startObjectStore>>;
let faulty: Awaited<ReturnType<typeof startFaultyStore>>;
let ticket: string;
let address: string;
beforeAll(async () => {
  folder = mkdtempSync(join(findQuickFolder(), "waypost-away-"));
  server = await startObjectStore(join(folder, "store"));
  faulty = await startFaultyStore(server.port);
  const settings = { DATA_DIR: join(folder, "data"), LOG_LEVEL: "silent", METRICS_KEY: "k".repeat(16) };
  world = await makeWorld({ ...settings, FILES_URL: filesUrl(faulty.endpoint) });
  address = await world.fastify.listen({ port: 0, host: "127.0.0.1" });
  const raised = await world.as("tomas").post("/tickets", { subject: "Screen", issue: "Flickers." });
  ticket = raised.body.ticket.id;
});
afterAll(async () => {
  await world.end();
  faulty.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  faulty.fault = "well";
  await expect.poll(() => world.app.files.isAway(), { timeout: 8000 }).toBe(false);
});

const upload = (bytes: Buffer, headers: Record<string, string> = {}) =>
  uploadFile(world, { who: "tomas", path: `/tickets/${ticket}/attachments`, bytes, headers });

/** What a client gets over the network: how many bytes, and whether the answer ended. */
async function download(id: string, who: "tomas" | "jonas" = "tomas") {
  const headers = { authorization: `Bearer ${await world.tokenOf(who)}` };
  return new Promise<{ status: number; bytes: Buffer; isWhole: boolean }>((resolve, reject) => {
    get(`${address}/api/attachments/${id}`, { headers, agent: false }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("error", () => {});
      answer.on("close", () =>
        resolve({
          status: answer.statusCode ?? 0,
          bytes: Buffer.concat(pieces),
          isWhole: answer.complete,
        }),
      );
    }).on("error", reject);
  });
}

async function turnAway(fault: StoreFault): Promise<void> {
  faulty.fault = fault;
  // Enough failures that nobody waits any more.
  for (let n = 0; n < 2; n += 1) await world.app.files.read(randomBytes(32)).catch(() => {});
  expect(world.app.files.isAway()).toBe(true);
}

describe("attachments in an object store", () => {
  it("are read by those alone who see the ticket, and by no address that others could use", async () => {
    const bytes = randomBytes(300_000);
    const { body } = await upload(bytes);
    expect((await download(body.id, "jonas")).status).toBe(404);
    const own = await download(body.id);
    expect([own.status, own.isWhole, own.bytes.equals(bytes)]).toEqual([200, true, true]);
    expect(JSON.stringify(body)).not.toContain("http");
  });

  it("that are damaged there break the answer off before its end", async () => {
    const bytes = randomBytes(300_000);
    const { body } = await upload(bytes);
    faulty.fault = "damages-down";
    const { isWhole, bytes: came } = await download(body.id);
    expect(isWhole).toBe(false);
    expect(came.length).toBeLessThan(bytes.length);
  });
});

describe("while the store is away", () => {
  it("uploads and downloads are answered 503 at once, in the language that was asked for, and work when it is back", async () => {
    const { body } = await upload(Buffer.from("before"));
    await turnAway("500");
    const refused = await upload(Buffer.from("meanwhile"));
    expect([refused.status, refused.headers["retry-after"], refused.body.code]).toEqual([
      503,
      "5",
      "server.files_away",
    ]);
    expect(refused.body.detail).toBe("Attachments cannot be reached right now. Try again in a moment.");
    expect((await download(body.id)).status).toBe(503);
    const { rows } = await world.pool.query(
      "select count(*)::int as n from attachments where ticket_id = $1",
      [ticket],
    );
    faulty.fault = "well";
    await expect.poll(() => world.app.files.isAway(), { timeout: 8000 }).toBe(false);
    expect((await upload(Buffer.from("after"))).status).toBe(201);
    const after = await world.pool.query("select count(*)::int as n from attachments where ticket_id = $1", [
      ticket,
    ]);
    expect(after.rows[0].n).toBe(rows[0].n + 1);
    expect((await download(body.id)).bytes.toString()).toBe("before");
  });

  it("a browser, which hears no answer before it has sent all of a large file, is answered as well", async () => {
    await turnAway("500");
    const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`;
    const body = Buffer.concat([
      Buffer.from(head),
      Buffer.alloc(20_000_000, 7),
      Buffer.from("\r\n--x--\r\n"),
    ]);
    const headers = {
      authorization: `Bearer ${await world.tokenOf("tomas")}`,
      "content-type": "multipart/form-data; boundary=x",
      "content-length": body.length,
    };
    const asked = request(`${address}/api/uploads`, { method: "POST", headers, agent: false });
    asked.end(body);
    const [[answer]] = await Promise.all([once(asked, "response"), once(asked, "finish")]);
    expect(answer.statusCode).toBe(503);
    answer.resume();
  });

  it("tickets go on, a proxy still sends people here, and a monitor is told", async () => {
    await turnAway("403");
    expect((await world.as("tomas").get(`/tickets/${ticket}`)).status).toBe(200);
    const ready = await world.fastify.inject({ url: "/readyz" });
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: "ready", attachments: "away" }]);
    const authorization = `Bearer ${"k".repeat(16)}`;
    const { body } = await world.fastify.inject({ url: "/metrics", headers: { authorization } });
    expect(body).toContain("waypost_files_up 0");
  });

  it("a mail is not taken, and one that was taken is processed when the store is back, however long that takes", async () => {
    const mailboxId = await makeMailbox(world);
    const deliver = async (subject: string) => {
      const raw = await writeMail({ from: "tomas@kestrel.test", subject });
      const delivery = {
        door: "listener",
        mailboxId,
        envelopeFrom: "tomas@kestrel.test",
        envelopeTo: [],
      } as const;
      return storeMail(world.app, Readable.from([raw]), { ...delivery, envelopeTo: ["help@waypost.test"] });
    };
    const stateOf = (id: string) =>
      world.db
        .selectFrom("incoming_mails")
        .select(["state", "attempts"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
    const { id } = await deliver("Taken before");
    await turnAway("500");
    await expect(deliver("Not taken")).rejects.toMatchObject({ name: "FilesAway" });
    for (let n = 0; n < 10; n += 1)
      await expect(processMail(world.app, id)).rejects.toMatchObject({ name: "FilesAway" });
    expect(await stateOf(id)).toEqual({ state: "stored", attempts: 0 });
    faulty.fault = "well";
    await expect.poll(() => world.app.files.isAway(), { timeout: 8000 }).toBe(false);
    await processMail(world.app, id);
    expect((await stateOf(id)).state).not.toBe("stored");
    const { rows } = await world.pool.query(
      "select count(*)::int as n from incoming_mails where subject = 'Not taken'",
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it("the night keeps the rows of what it could not delete, and takes both another time", async () => {
    const bytes = randomBytes(1000);
    const hash = createHash("sha256").update(bytes).digest();
    await upload(bytes);
    await world.pool.query("delete from attachments where blob_hash = $1", [hash]);
    const { pruneFiles } = await import("./prune.ts");
    await turnAway("500");
    await expect(pruneFiles(world.app)).rejects.toMatchObject({ name: "FilesAway" });
    const count = () => world.pool.query("select count(*)::int as n from blobs where hash = $1", [hash]);
    expect((await count()).rows).toEqual([{ n: 1 }]);
    faulty.fault = "well";
    await expect.poll(() => world.app.files.isAway(), { timeout: 8000 }).toBe(false);
    await pruneFiles(world.app);
    expect((await count()).rows).toEqual([{ n: 0 }]);
    expect(await world.app.files.has(hash)).toBe(false);
  });
});

import { readdirSync, statSync } from "node:fs";
import { mkdtemp, rm, utimes } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { jobs } from "#contract/jobs.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { startObjectStore } from "../../test/support/object-store/object-store.ts";
import { type SentFile, uploadFile } from "../../test/support/app/upload-file.ts";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
let folder: string;
let ticket: string;
/** The files of the place in which the desk keeps its attachments. */
let stored: () => string[];

/** All of this holds wherever attachments are kept. */
const PLACES: [string, (folder: string) => Promise<Place>][] = [
  [
    "in a folder",
    async (at) => ({ settings: {}, list: () => listFolder(join(at, "files")), stop: async () => {} }),
  ],
  ["in an object store", makeStorePlace],
];
type Place = { settings: Record<string, string>; list: () => string[]; stop: () => Promise<void> };

async function makeStorePlace(at: string): Promise<Place> {
  const store = await startObjectStore(join(at, "store"));
  return { settings: { FILES_URL: store.url }, list: store.list, stop: () => store.stop() };
}

const PNG = Buffer.concat([
  Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\x80\0\0\x01\xe0\x08\x06\0\0\0", "latin1"),
  Buffer.alloc(40, 7),
]);

describe.each(PLACES)("%s", (_, makePlace) => {
  let place: Place;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "waypost-files-"));
    place = await makePlace(folder);
    stored = place.list;
    world = await makeWorld({ DATA_DIR: folder, ...place.settings });
  });
  afterAll(async () => {
    await world.end();
    await place.stop();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    const raised = await world.as("tomas").post("/tickets", { subject: "Screen", issue: "Flickers." });
    ticket = raised.body.ticket.id;
  });

  describe("uploading", () => {
    it("is refused without a session, for foreign tickets, and to people without a role", async () => {
      expect((await upload(null, "/uploads", PNG)).status).toBe(401);
      expect((await upload("nobody", "/uploads", PNG)).status).toBe(403);
      expect((await upload("jonas", `/tickets/${ticket}/attachments`, PNG)).status).toBe(404);
      expect(stored()).toEqual([]);
    });

    it("refuses what is no file, two files, and another field", async () => {
      const tomas = world.as("tomas");
      expect((await tomas.post("/uploads", { file: "x" })).status).toBe(415);
      expect((await upload("tomas", "/uploads", PNG, { field: "picture" })).status).toBe(400);
      const empty = await tomas.call("POST", "/uploads", {
        headers: { "content-type": "multipart/form-data; boundary=x" },
      });
      expect([empty.status, empty.body.detail]).toEqual([400, "Send one file in the field file"]);
      expect(stored()).toEqual([]);
    });

    it("refuses a file above 25 MB, and leaves nothing of it", async () => {
      const answer = await upload("tomas", "/uploads", Buffer.alloc(25 * 1024 * 1024 + 1, 65));
      expect([answer.status, answer.body.detail]).toEqual([413, "A file can be at most 25 MB"]);
      expect(stored()).toEqual([]);
    });

    it("keeps a picture that a client pastes into a new ticket", async () => {
      const draft = await upload("tomas", "/uploads", PNG, { name: "Bildschirm ä.png", type: "text/html" });
      expect([draft.status, draft.body]).toEqual([
        201,
        expect.objectContaining({
          name: "Bildschirm ä.png",
          media_type: "image/png",
          bytes: PNG.length,
          width: 640,
          height: 480,
          inline: true,
          ticket_id: null,
        }),
      ]);
      const raised = await world
        .as("tomas")
        .post("/tickets", { subject: "Paste", issue: "x", attachment_ids: [draft.body.id] });
      const detail = await world.as("idris").get(`/tickets/${raised.body.ticket.id}`);
      expect(detail.body.attachments).toEqual([expect.objectContaining({ id: draft.body.id })]);
      const shown = await world
        .as("idris")
        .call("GET", `/attachments/${draft.body.id}`, { query: { inline: "true" } });
      expect(shown.headers).toMatchObject({
        "content-type": "image/png",
        "content-disposition": `inline; filename="Bildschirm _.png"; filename*=UTF-8''Bildschirm%20%C3%A4.png`,
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
        "cache-control": "no-store",
      });
      expect(Number(shown.headers["content-length"])).toBe(PNG.length);
    });

    it("stores the same bytes once, and makes one file of a POST sent twice with one key", async () => {
      const before = stored().length;
      const headers = { "idempotency-key": "upload-1" };
      const bytes = Buffer.from("the same twice");
      const [a, b] = [
        await upload("tomas", "/uploads", bytes, { headers }),
        await upload("tomas", "/uploads", bytes, { headers }),
      ];
      const other = await upload("idris", "/uploads", bytes);
      expect(a.body.id).toBe(b.body.id);
      expect(other.body.id).not.toBe(a.body.id);
      expect(stored().length).toBe(before + 1);
    });

    it("has a limit to what one person leaves in drafts", async () => {
      for (let n = 0; n < 50; n += 1) await upload("helena", "/uploads", Buffer.from("x"));
      expect((await upload("helena", "/uploads", Buffer.from("x"))).status).toBe(429);
      expect((await upload("jonas", "/uploads", Buffer.from("x"))).status).toBe(201);
    });
  });

  describe("hostile files", () => {
    it("are never shown as what they claim to be", async () => {
      const cases: [name: string, bytes: string | Buffer, type: string][] = [
        ["page.png", "<html><script>alert(1)</script>", "text/plain"],
        ["picture.svg", "<svg onload=alert(1) xmlns='http://www.w3.org/2000/svg'/>", "text/plain"],
        ["report.pdf", "%PDF-1.7\n...", "application/pdf"],
        ["a.jpg", Buffer.from("GIF89a\x01\x00\x01\x00<script>", "latin1"), "image/gif"],
        [
          "table.xlsx",
          Buffer.from("PK\x03\x04......", "latin1"),
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ],
        ["run.exe", Buffer.from("MZ\x90\0\x03", "latin1"), "application/octet-stream"],
        ["half.webp", Buffer.from("RIFF", "latin1"), "text/plain"],
        ["short.png", Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), "image/png"],
        ["broken.jpg", Buffer.from("\xff\xd8\xff\xc0\0", "latin1"), "image/jpeg"],
        ["empty", "", "text/plain"],
      ];
      for (const [name, bytes, type] of cases) {
        const sent = await upload("tomas", "/uploads", Buffer.from(bytes), { name, type: "image/png" });
        expect([sent.status, sent.body.media_type], name).toEqual([201, type]);
        const opened = await world
          .as("tomas")
          .call("GET", `/attachments/${sent.body.id}`, { query: { inline: "true" } });
        const shows = type === "image/gif" || type === "image/png" || type === "image/jpeg";
        expect(
          String(opened.headers["content-disposition"]).startsWith(shows ? "inline" : "attachment"),
          name,
        ).toBe(true);
      }
    });

    it("keep their name, but for what names must not hold", async () => {
      const cases = [
        ["../../etc/passwd", "passwd"],
        ["C:\\\\Users\\\\me\\\\a.txt", "a.txt"],
        ["invoice\u202Egpj.exe", "invoicegpj.exe"],
        [".htaccess", "htaccess"],
        [". .htaccess", "htaccess"],
        ["..", "file"],
        ["日本語.png", "日本語.png"],
        ["the %22final%22 one.png", 'the "final" one.png'],
      ];
      for (const [sent, kept] of cases) {
        const answer = await upload("tomas", `/tickets/${ticket}/attachments`, PNG, { name: sent });
        expect(answer.body.name).toBe(kept);
      }
      const long = await upload("tomas", `/tickets/${ticket}/attachments`, PNG, {
        name: `${"x".repeat(300)}.png`,
      });
      expect(long.body.name).toMatch(/^x{195}….png$/);
    });

    it("cannot break out of the download's header", async () => {
      const sent = await upload("tomas", `/tickets/${ticket}/attachments`, PNG, {
        name: "a%22; x=%0d%0aSet-Cookie.png",
      });
      const header = String(
        (await world.as("tomas").get(`/attachments/${sent.body.id}`)).headers["content-disposition"],
      );
      expect(header).toMatch(/^attachment; filename="[^"\r\n]*"; filename\*=UTF-8''[\w%.~-]*$/);
    });
  });

  describe("who sees a file", () => {
    it("in a draft: its sender alone; nobody else sends it either", async () => {
      const draft = (await upload("tomas", "/uploads", PNG)).body.id;
      for (const name of ["maren", "idris", "priya"] as const)
        expect((await world.as(name).get(`/attachments/${draft}`)).status).toBe(404);
      const stolen = await world
        .as("idris")
        .post(`/tickets/${ticket}/comments`, { comment: "x", attachment_ids: [draft] });
      expect([stolen.status, stolen.body.detail]).toEqual([
        422,
        "An attached file is not there any more: attach it again",
      ]);
      expect((await world.as("tomas").get(`/attachments/${draft}`)).status).toBe(200);
    });

    it("of an internal note: staff alone", async () => {
      const draft = (await upload("idris", "/uploads", PNG)).body.id;
      await world.as("idris").post(`/tickets/${ticket}/comments`, {
        comment: "See",
        visibility: "internal",
        attachment_ids: [draft],
      });
      expect((await world.as("lena").get(`/attachments/${draft}`)).status).toBe(200);
      for (const name of ["tomas", "priya", "jonas"] as const)
        expect((await world.as(name).get(`/attachments/${draft}`)).body.detail).toBe("File not found");
      expect((await world.as("tomas").get(`/tickets/${ticket}`)).body.attachments).toEqual([]);
    });

    it("of a ticket: whoever sees the ticket, as long as it is not deleted", async () => {
      const { id } = (await upload("tomas", `/tickets/${ticket}/attachments`, PNG)).body;
      expect((await world.as("priya").get(`/attachments/${id}`)).status).toBe(200);
      expect((await world.as("helena").get(`/attachments/${id}`)).status).toBe(404);
      expect((await world.as("idris").delete(`/attachments/${id}`)).status).toBe(403);
      expect((await world.as("tomas").delete(`/attachments/${id}`)).status).toBe(204);
      expect((await world.as("tomas").get(`/attachments/${id}`)).status).toBe(404);
    });

    it("goes with its comment", async () => {
      const draft = (await upload("tomas", "/uploads", PNG)).body.id;
      const made = await world
        .as("tomas")
        .post(`/tickets/${ticket}/comments`, { comment: "x", attachment_ids: [draft] });
      expect(made.body.attachments).toHaveLength(1);
      await world.as("tomas").delete(`/tickets/${ticket}/comments/${made.body.id}`);
      expect((await world.as("idris").get(`/attachments/${draft}`)).status).toBe(404);
    });
  });

  describe("an upload that is cut off", () => {
    it("leaves nothing", async () => {
      const address = await world.fastify.listen({ port: 0, host: "127.0.0.1" });
      const token = await world.tokenOf("tomas");
      const before = stored().length;
      const rows = await countFiles();
      await new Promise<void>((resolve) => {
        const sending = request(`${address}/api/uploads`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${token}`,
            "content-type": "multipart/form-data; boundary=b",
            "content-length": 1_000_000,
          },
        });
        sending.on("error", () => resolve());
        sending.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n');
        sending.write(Buffer.alloc(200_000, 66), () => setImmediate(() => sending.destroy()));
      });
      await expect.poll(() => stored().length).toBe(before);
      expect(await countFiles()).toBe(rows);
    });

    it("is refused with 400, wherever its form ends", async () => {
      const form = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nab\r\n--b';
      const headers = {
        authorization: `Bearer ${await world.tokenOf("tomas")}`,
        "content-type": "multipart/form-data; boundary=b",
      };
      for (let end = 0; end <= form.length; end += 1) {
        const payload = form.slice(0, end);
        const answer = await world.fastify.inject({ method: "POST", url: "/api/uploads", headers, payload });
        expect({ payload, status: answer.statusCode }).toEqual({ payload, status: 400 });
      }
    });
  });

  describe("the nightly sweep", () => {
    it("takes forgotten drafts, deleted files and stray bytes, and nothing else", async () => {
      const kept = (await upload("tomas", `/tickets/${ticket}/attachments`, Buffer.from("kept"))).body.id;
      const gone = (await upload("tomas", `/tickets/${ticket}/attachments`, Buffer.from("gone"))).body.id;
      const shared = (await upload("tomas", `/tickets/${ticket}/attachments`, Buffer.from("shared"))).body.id;
      const draft = (await upload("tomas", "/uploads", Buffer.from("shared"))).body.id;
      await world.as("tomas").delete(`/attachments/${gone}`);
      world.pass(25 * 3_600_000);
      const fresh = (await upload("tomas", "/uploads", Buffer.from("fresh"))).body.id;
      const long = new Date(Date.now() - 7_200_000);
      for (const path of stored()) await utimes(path, long, long);
      await enqueue(world, jobs.pruneFiles, {});
      await world.drain();
      const status = async (id: string) => (await world.as("tomas").get(`/attachments/${id}`)).status;
      expect(await Promise.all([kept, shared, fresh, gone, draft].map(status))).toEqual([
        200, 200, 200, 404, 404,
      ]);
      const { rows } = await world.pool.query("select count(*)::int as n from blobs");
      expect(stored().length).toBe(rows[0].n);
    });
  });
});

const upload = (who: Name | null, path: string, bytes: Buffer, sent?: SentFile) =>
  uploadFile(world, { who, path, bytes, ...sent });

function listFolder(at: string): string[] {
  try {
    return readdirSync(at, { recursive: true })
      .map((name) => join(at, String(name)))
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  } catch {
    return [];
  }
}

async function countFiles(): Promise<number> {
  const { rows } = await world.pool.query("select count(*)::int as n from attachments");
  return rows[0].n;
}

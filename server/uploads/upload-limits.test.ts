import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningApp } from "#server/app.ts";
import { setLimits } from "../../test/support/app/set-limits.ts";
import { uploadFile } from "../../test/support/app/upload-file.ts";
import { makeWorld, openBeside, type Name, type World } from "../../test/support/app/app-with-people.ts";

let folder: string;
let world: World;
let other: RunningApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waypost-allowed-"));
  world = await makeWorld({ DATA_DIR: folder });
  other = await openBeside(world);
});
afterAll(async () => {
  await other.close();
  await world.end();
  await rm(folder, { recursive: true, force: true });
});

const MEGABYTE = 1_000_000;
/** A file whose request is just below so many megabytes. */
const file = (megabytes: number, fill = 65) => Buffer.alloc(megabytes * MEGABYTE - 400, fill);
const upload = (who: Name, path: string, bytes: Buffer, at: World = world) =>
  uploadFile(at, { who, path, bytes });
const count = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;
const beside = () => ({ ...world, fastify: other.fastify });
const raise = async (who: Name): Promise<string> =>
  (await world.as(who).post("/tickets", { subject: "Files", issue: "Many." })).body.ticket.id;
const filesOnDisk = () =>
  readdirSync(join(folder, "files"), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length;

describe("bytes uploaded a day", () => {
  it("are counted with what was deleted again, and say when there is room", async () => {
    await setLimits(world.pool, { limit_upload_megabytes_per_day: 25, limit_writes_per_second: 1000 });
    for (let sent = 0; sent < 5; sent += 1) {
      const draft = await upload("tomas", "/uploads", file(5));
      expect(draft.status).toBe(201);
      expect((await world.as("tomas").delete(`/attachments/${draft.body.id}`)).status).toBe(204);
    }
    const refused = await upload("tomas", "/uploads", file(5));
    expect([refused.status, refused.body.code]).toEqual([429, "allowance.uploads"]);
    expect(refused.body.detail).toMatch(/^You can upload 25 MB a day\. Try again in \d+ hours\.$/);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(23 * 3600);
    expect((await upload("tomas", `/tickets/${await raise("tomas")}/attachments`, file(1))).status).toBe(429);
    expect((await upload("priya", "/uploads", file(1))).status).toBe(201);
    world.pass(25 * 3_600_000);
    expect((await upload("tomas", "/uploads", file(5))).status).toBe(201);
  });

  it("count a request that names no length as the largest file", async () => {
    await setLimits(world.pool, { limit_upload_megabytes_per_day: 30 });
    world.pass(2 * 24 * 3_600_000);
    const token = await world.tokenOf("idris");
    const headers = { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=x" };
    const chunked = () =>
      world.fastify.inject({ method: "POST", url: "/api/uploads", headers, payload: undefined });
    expect((await chunked()).statusCode).toBe(400);
    expect((await chunked()).statusCode).toBe(429);
  });

  it("are counted for all clients of a company together, and for nobody else's company", async () => {
    await setLimits(world.pool, {
      limit_company_upload_megabytes_per_day: 25,
      limit_upload_megabytes_per_day: 1000,
      limit_writes_per_second: 1000,
    });
    world.pass(2 * 24 * 3_600_000);
    expect((await upload("tomas", "/uploads", file(12))).status).toBe(201);
    expect((await upload("priya", "/uploads", file(12))).status).toBe(201);
    const refused = await upload("tomas", "/uploads", file(2));
    expect([refused.status, refused.body.code]).toEqual([429, "allowance.company_uploads"]);
    expect((await upload("jonas", "/uploads", file(2))).status).toBe(201);
    for (let sent = 0; sent < 2; sent += 1)
      expect((await upload("lena", "/uploads", file(20))).status).toBe(201);
  });

  it("hold for 40 at once on two instances: exactly as many as fit pass", async () => {
    await setLimits(world.pool, { limit_upload_megabytes_per_day: 25, limit_writes_per_second: 1000 });
    world.pass(2 * 24 * 3_600_000);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => upload("rafael", "/uploads", file(1), n % 2 ? world : beside())),
    );
    expect([count(answers, 201), count(answers, 429)]).toEqual([25, 15]);
  });
});

describe("drafts", () => {
  it("are at most 50, also of 70 at once on two instances", async () => {
    await setLimits(world.pool, { limit_writes_per_second: 1000 });
    const answers = await Promise.all(
      Array.from({ length: 70 }, (_, n) =>
        upload("helena", "/uploads", Buffer.from(`x${n}`), n % 2 ? world : beside()),
      ),
    );
    expect([count(answers, 201), count(answers, 429)]).toEqual([50, 20]);
    const refused = await upload("helena", "/uploads", Buffer.from("x"));
    expect(refused.body.code).toBe("upload.too_many_drafts");
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  });

  it("that are deleted give their bytes back at once, unless another file has the same", async () => {
    const draft = await upload("jonas", "/uploads", file(1, 66));
    const same = await upload("jonas", "/uploads", file(1, 66));
    const before = filesOnDisk();
    await world.as("jonas").delete(`/attachments/${draft.body.id}`);
    await world.drain();
    expect(filesOnDisk()).toBe(before);
    await world.as("jonas").delete(`/attachments/${same.body.id}`);
    await world.drain();
    expect(filesOnDisk()).toBe(before - 1);
  });
});

describe("files of one ticket", () => {
  it("are limited, of 40 at once and with those of comments", async () => {
    await setLimits(world.pool, { limit_attachments_per_ticket: 10, limit_writes_per_second: 1000 });
    await world.app.limits.refresh();
    await other.app.limits.refresh();
    const id = await raise("idris");
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        upload("idris", `/tickets/${id}/attachments`, Buffer.from(`y${n}`), n % 2 ? world : beside()),
      ),
    );
    expect([count(answers, 201), count(answers, 409)]).toEqual([10, 30]);
    const draft = await upload("idris", "/uploads", Buffer.from("one more"));
    const refused = await world
      .as("idris")
      .post(`/tickets/${id}/comments`, { comment: "Here.", attachment_ids: [draft.body.id] });
    expect([refused.status, refused.body.detail]).toEqual([409, "A ticket can have at most 10 files"]);
  });
});

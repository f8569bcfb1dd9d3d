import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { jobs } from "#contract/jobs.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { makeDatabase } from "../../test/support/database/database.ts";
import { tablesHolding } from "../../test/support/database/tables-holding.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { restoreBackup } from "#server/backup/restore.ts";
import { createBackup } from "#server/backup/create-backup.ts";
import { sumDrift, reconcileCounters } from "#server/dashboard/reconcile.ts";
import { emptyTrash } from "./empty-trash.ts";

const DAY = 24 * 3_600_000;
let world: World;
/** Stands in everything that a test says, and must stand nowhere once it is erased. */
let secret: string;
let tests = 0;
let folder: string;
let id: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waypost-trash-"));
  world = await makeWorld({ DATA_DIR: folder });
});
afterAll(async () => {
  await world.end();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  secret = `quokka${String.fromCodePoint(97 + tests)}`;
  tests += 1;
  id = await raise(`${secret} by the door`);
  path = `/tickets/${id}`;
});

describe("the trash", () => {
  it("keeps a ticket for thirty days, as it was", async () => {
    await world.as("maren").delete(path);
    world.pass(30 * DAY);
    expect(await emptyTrash(world.app)).toBe(0);
    expect((await world.as("maren").post(`${path}/restore`)).body.ticket.subject).toBe(
      `${secret} by the door`,
    );
  });

  it("leaves alone what was restored meanwhile, and what is in no trash", async () => {
    const staying = await raise(`${secret} stays`);
    await world.as("maren").delete(path);
    world.pass(31 * DAY);
    await world.as("maren").post(`${path}/restore`);
    expect(await emptyTrash(world.app)).toBe(0);
    for (const each of [id, staying])
      expect((await world.as("tomas").get(`/tickets/${each}`)).body.issue).toBe(`The ${secret} again.`);
  });

  it("is emptied of tickets that nobody is restoring at this moment", async () => {
    await world.as("maren").delete(path);
    world.pass(31 * DAY);
    const client = await world.pool.connect();
    await client.query("begin");
    await client.query("select from tickets where id = $1 for update", [id]);
    expect(await emptyTrash(world.app)).toBe(0);
    await client.query("rollback");
    client.release();
    expect(await emptyTrash(world.app)).toBe(1);
  });
});

describe("an erased ticket", () => {
  beforeEach(async () => {
    await talkAbout(id);
    await world.as("maren").delete(path);
    world.pass(30 * DAY + 1000);
    await enqueue(world, jobs.emptyTrash, {});
    await world.drain();
  });

  it("is a bare row: number, company, times and status, and nobody's words anywhere", async () => {
    expect(await tablesHolding(world.pool, secret)).toEqual([]);
    expect(await filesIn(join(folder, "files"))).toEqual([]);
    const { rows } = await world.pool.query("select * from tickets where id = $1", [id]);
    expect(rows[0]).toMatchObject({
      status: "pending",
      company_id: world.companies.kestrel,
      client_id: null,
    });
    expect(rows[0].uid).toMatch(/^WP-\d+$/);
  });

  it("cannot be restored, opened, listed, found or changed", async () => {
    const maren = world.as("maren");
    const restored = await maren.post(`${path}/restore`);
    expect([restored.status, restored.body.detail]).toEqual([
      410,
      "The time of this deleted ticket in the trash has passed: it has been erased",
    ]);
    expect((await world.as("rafael").post(`${path}/restore`)).status).toBe(403);
    const answers = await Promise.all([
      maren.get(path),
      maren.get(`${path}/comments`),
      maren.get(`${path}/history`),
      maren.put(path, { subject: "x" }),
      maren.delete(path),
      maren.post(`${path}/comments`, { comment: "x" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    const trash = await maren.get("/tickets", { deleted: "true", per_page: "1000" });
    expect(trash.text).not.toContain(id);
    expect(trash.body.meta.total).toBe(trash.body.items.length);
  });

  it("leaves who did what and when in the history, in one whole chain", async () => {
    const { items } = (await world.as("maren").get("/audit", { entity_id: id })).body;
    expect(items.map((item: { kind: string }) => item.kind)).toEqual([
      "ticket.erased",
      "ticket.deleted",
      "ticket.changed",
      "ticket.changed",
      "ticket.participant_added",
      "ticket.created",
    ]);
    expect(items[3]).toMatchObject({
      actor_name: "Idris Okafor",
      before: { subject: null },
      after: { subject: null },
    });
    expect(items[5].after).toMatchObject({ subject: null, priority: "normal" });
    const broken = await world.pool.query(`select from (select previous_hash,
      lag(hash) over (partition by entity, entity_id order by seq) as before from history) h
      where previous_hash is distinct from before`);
    expect(broken.rowCount).toBe(0);
  });

  it("changes no figure, and its number is not given again", async () => {
    expect(sumDrift(await reconcileCounters(world.pool))).toBe(0);
    const { rows } = await world.pool.query("select max(number)::int as last from tickets");
    const next = await world.as("idris").post("/tickets", { subject: "Next", issue: "x" });
    expect(next.body.ticket.uid).toBe(`WP-${rows[0].last + 1}`);
  });

  it("stays erased in a backup and after it", async () => {
    const backup = await createBackup(
      { poolConfig: world.poolConfig, readFile: () => Readable.from([]) },
      folder,
      world.clock.now(),
    );
    const other = await makeDatabase();
    await restoreBackup(
      { poolConfig: other.poolConfig, writeFile: async () => "", hasFile: async () => false },
      backup,
    );
    expect(await tablesHolding(other.pool, secret)).toEqual([]);
    expect(sumDrift(await reconcileCounters(other.pool))).toBe(0);
    await other.drop();
  });
});

describe("the history", () => {
  it("gives up nothing but the words of erased tickets", async () => {
    const erase =
      "update history set before = without_words(before), after = without_words(after), erased_at = now()";
    const refused = async (statement: string) =>
      expect(world.pool.query(statement)).rejects.toThrow("cannot be changed");
    await world.as("maren").patch(`/users/${world.idOf("tomas")}`, { city: "Oslo" });
    await refused(`${erase} where entity_id = '${id}'`);
    await world.as("maren").delete(path);
    await refused(`${erase} where entity_id = '${id}'`);
    await refused(`${erase} where entity = 'user'`);
    world.pass(31 * DAY);
    await emptyTrash(world.app);
    await refused(`update history set erased_at = null where entity_id = '${id}'`);
    await refused(`update history set ip = null, erased_at = now() where kind = 'ticket.deleted'`);
    await refused(`delete from history where entity_id = '${id}'`);
  });
});

async function raise(subject: string): Promise<string> {
  const raised = await world.as("tomas").post("/tickets", { subject, issue: `The ${secret} again.` });
  return raised.body.ticket.id;
}

/** Writes everything that can be written on a ticket. */
async function talkAbout(ticketId: string): Promise<void> {
  const at = `/tickets/${ticketId}`;
  const tomas = world.as("tomas");
  const idris = world.as("idris");
  const first = (await tomas.post(`${at}/comments`, { comment: `${secret} one` })).body.id;
  await tomas.put(`${at}/comments/${first}`, { comment: `${secret} two` });
  const gone = (await tomas.post(`${at}/comments`, { comment: `${secret} gone` })).body.id;
  await tomas.delete(`${at}/comments/${gone}`);
  await idris.post(`${at}/comments`, { comment: `${secret} note`, visibility: "internal" });
  await idris.post(`${at}/participants`, { user_id: world.idOf("jonas") });
  await idris.put(at, {
    subject: `${secret} at the gate`,
    issue: `${secret} once more`,
    assignee_id: world.idOf("lena"),
  });
  await idris.put(at, { status: "pending" });
  await attach(at, `${secret}.txt`);
  const removed = await attach(at, `${secret}-removed.txt`);
  await tomas.delete(`/attachments/${removed}`);
  await world.drain();
  world.pass(2 * DAY);
  // The row of the removed file goes with this; what was noted of it must still be found.
  await enqueue(world, jobs.pruneFiles, {});
  await world.drain();
}

async function attach(at: string, name: string): Promise<string> {
  const boundary = "waypost-trash";
  const answer = await world.fastify.inject({
    method: "POST",
    url: `/api${at}/attachments`,
    headers: {
      authorization: `Bearer ${await world.tokenOf("tomas")}`,
      "content-type": `multipart/form-data; boundary=${boundary}`,
    },
    payload: `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n${name}\r\n--${boundary}--\r\n`,
  });
  return answer.json().id;
}

/** Tables in which a word stands, in whatever column. */
async function filesIn(at: string): Promise<string[]> {
  const found = await readdir(at, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}

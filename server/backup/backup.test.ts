import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gunzipSync } from "node:zlib";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeDatabase } from "../../test/support/database/database.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { insertIncoming, insertMailbox } from "../../test/support/incoming/insert-incoming.ts";
import { uploadFile } from "../../test/support/app/upload-file.ts";
import { openAttachments } from "./attachments.ts";
import { openFolderStore } from "#server/lib/file-store/folder-store.ts";
import { findBackup, restoreBackup } from "./restore.ts";
import { verifyBackup } from "./verify-backup.ts";
import { createBackup } from "./create-backup.ts";

/** Secrets and counts that end by themselves: no backup holds a row of them. */
const SHORT_LIVED = [
  "sessions",
  "refresh_tokens",
  "access_tokens",
  "rate_limits",
  "allowances",
  "live_streams",
  "idempotency_keys",
];

let world: World;
let folder: string;
beforeAll(async () => {
  world = await makeWorld();
  folder = await mkdtemp(join(tmpdir(), "waypost-backup-"));
  for (const n of Array(20).keys()) {
    await world
      .as(n % 2 ? "tomas" : "jonas")
      .post("/tickets", { subject: `Printer ${n}`, issue: `Line one\nline\\two\tétage ${n}` });
  }
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.end();
});

const source = () => ({ poolConfig: world.poolConfig, readFile: () => Readable.from([]) });
const take = () => createBackup(source(), folder, world.clock.now());
const target = (poolConfig: pg.PoolConfig) => ({
  poolConfig,
  writeFile: async () => "",
  hasFile: async () => false,
});

/** Reads every row of every table that a backup holds, as one text. */
async function readContent(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
    and tablename <> all($1) order by 1`,
    [[...SHORT_LIVED, "guest_keys", "mailbox_secrets", "schema_migrations"]],
  );
  const parts = await Promise.all(
    rows.map(async ({ name }) => [
      name,
      (await pool.query(`select t::text as row from "${name}" t order by 1`)).rows,
    ]),
  );
  return JSON.stringify(parts);
}

async function countRows(pool: pg.Pool): Promise<Record<string, number>> {
  const parts = SHORT_LIVED.map((table) => `'${table}', (select count(*)::int from ${table})`);
  const { rows } = await pool.query(`select json_build_object(${parts.join(", ")}) as counted`);
  return rows[0].counted;
}

describe("restoring", () => {
  it("refuses a folder that is no backup, a damaged one and an unfinished one, before anything is touched", async () => {
    const empty = await makeDatabase();
    const before = await readContent(empty.pool);
    const path = await take();
    const refused = async (words: RegExp) => {
      await expect(restoreBackup(target(empty.poolConfig), path)).rejects.toThrow(words);
      expect(await readContent(empty.pool)).toBe(before);
    };
    await expect(findBackup(join(folder, "nowhere"))).rejects.toThrow("There is no folder");
    const table = join(path, "tables", "tickets.copy.gz");
    const bytes = await readFile(table);
    const flipped = Buffer.from(bytes);
    flipped[Math.floor(bytes.length / 2)]! ^= 1;
    await writeFile(table, flipped);
    await refused(/damaged: tables\/tickets.copy.gz is not what was written/);
    await truncate(table, 10);
    await refused(/damaged/);
    await writeFile(table, bytes);
    const manifest = await readFile(join(path, "manifest.json"), "utf8");
    await writeFile(join(path, "manifest.json"), manifest.replace('"rows": 1', '"rows": 2'));
    await refused(/manifest.json is not what was written/);
    await writeFile(join(path, "manifest.json"), manifest);
    await rm(join(path, "manifest.sha256"));
    await refused(/not complete/);
    await rm(path, { recursive: true });
    await empty.drop();
  });

  it("refuses a desk that is in use", async () => {
    const path = await take();
    await expect(restoreBackup(target(world.poolConfig), path)).rejects.toThrow(
      "This desk has users already",
    );
    await rm(path, { recursive: true });
  });

  it("gives back every row as it was, and leaves nobody signed in", async () => {
    const path = await take();
    const empty = await makeDatabase();
    expect(await findBackup(folder)).toBe(path);
    const manifest = await restoreBackup(target(empty.poolConfig), path);
    expect(manifest.tables.find(({ name }) => name === "tickets")?.rows).toBe(20);
    expect(await readContent(empty.pool)).toBe(await readContent(world.pool));
    expect((await empty.pool.query("select 1 from sessions")).rowCount).toBe(0);
    const next = await empty.pool.query(
      "select nextval('ticket_numbers_seq')::int as n, (select max(number)::int from tickets) as last",
    );
    expect(next.rows[0].n).toBeGreaterThan(next.rows[0].last);
    await empty.drop();
    await rm(path, { recursive: true });
  });

  it("answers that were due are stopped, and those of later wait on", async () => {
    const { rows } = await world.pool.query<{ id: string }>("select id from tickets order by number limit 1");
    const wait = async (comment: string, at: string) =>
      world.pool.query(
        `insert into scheduled_comments (ticket_id, author_id, visibility, comment, group_id, send_at, try_at, hold,
           stop_if_answered, created_at)
         values ($1, $2, 'public', $3, gen_random_uuid(), now() + $4::interval, now() + $4::interval, false, false, now())`,
        [rows[0]?.id, world.idOf("idris"), comment, at],
      );
    await wait("due long ago", "-1 day");
    await wait("due tomorrow", "1 day");
    const path = await take();
    const empty = await makeDatabase();
    await restoreBackup(target(empty.poolConfig), path);
    const restored = await empty.pool.query(
      "select comment, state, reason from scheduled_comments order by send_at",
    );
    expect(restored.rows).toEqual([
      { comment: "due long ago", state: "stopped", reason: "restored" },
      { comment: "due tomorrow", state: "waiting", reason: null },
    ]);
    const told = await empty.pool.query("select user_id from inbox_items where reason = 'unsent'");
    expect(told.rows).toEqual([{ user_id: world.idOf("idris") }]);
    await world.pool.query("delete from scheduled_comments");
    await empty.drop();
    await rm(path, { recursive: true });
  });

  it("holds nothing that ends by itself and no link that signs in, and what is restored starts without any", async () => {
    const maren = world.as("maren");
    const email = "invited@kestrel.test";
    const invite = { email, user_type: "external", company_id: world.companies.kestrel };
    expect((await maren.post("/users/invite", invite, { "idempotency-key": "once" })).status).toBe(201);
    await world.as().post("/auth/login", { email, password: "a wrong password" });
    await world.pool.query("insert into live_streams values (gen_random_uuid(), $1, now())", [
      world.idOf("maren"),
    ]);
    const filled = await countRows(world.pool);
    expect(Object.entries(filled).filter(([, rows]) => rows === 0)).toEqual([]);
    const captured = await world.pool.query<{ body: string }>(
      `select body_text as body from mails where "to" = $1`,
      [email],
    );
    const token = /accept-invite\/([\w-]{43})/.exec(captured.rows[0]?.body ?? "")?.[1] ?? "none";

    const path = await take();
    const { tables } = await verifyBackup(path);
    expect(tables.filter(({ name }) => SHORT_LIVED.includes(name))).toEqual([]);
    for (const { file } of tables) {
      const text = gunzipSync(await readFile(join(path, file))).toString();
      expect([file, text.includes(token)]).toEqual([file, false]);
    }
    // The link itself stays good for whoever has it: its hash is kept.
    const empty = await makeDatabase();
    await empty.pool.query("insert into rate_limits (key, points, resets_at) values ('left over', 1, now())");
    await empty.pool.query("insert into allowances (key, used, at) values ('left over', '{1}', now())");
    await restoreBackup(target(empty.poolConfig), path);
    const restored = await countRows(empty.pool);
    expect(Object.entries(restored).filter(([, rows]) => rows > 0)).toEqual([]);
    expect((await empty.pool.query(`select 1 from mails where "to" = $1`, [email])).rowCount).toBe(0);
    expect((await empty.pool.query("select 1 from action_links where purpose = 'invite'")).rowCount).toBe(1);
    await empty.drop();
    await rm(path, { recursive: true });
  });

  it("holds mails that came in with their originals, and no password of a mailbox", async () => {
    const mailboxId = await insertMailbox(world, "help@desk.test");
    const secret = Buffer.from("a sealed password of a mailbox");
    await world.db
      .insertInto("mailbox_secrets")
      .values({ mailbox_id: mailboxId, kind: "password", value: secret, changed_at: world.clock.now() })
      .execute();
    const files = await mkdtemp(join(tmpdir(), "waypost-originals-"));
    const raw = "From: sofia@outside.test\r\n\r\nAn original.";
    const store = openFolderStore(files);
    const mail = await insertIncoming({ ...world, app: { ...world.app, files: store } }, { raw });
    const read: string[] = [];
    const path = await createBackup(
      {
        poolConfig: world.poolConfig,
        readFile: (hash) => {
          read.push(hash);
          return Readable.from([raw]);
        },
      },
      folder,
      world.clock.now(),
    );
    const { rows } = await world.pool.query<{ hash: string }>(
      "select encode(raw_hash, 'hex') as hash from incoming_mails where id = $1",
      [mail],
    );
    expect(read).toEqual([rows[0]?.hash]);
    const { tables } = await verifyBackup(path);
    expect(tables.map(({ name }) => name)).toContain("incoming_mails");
    for (const { file } of tables) {
      const text = gunzipSync(await readFile(join(path, file))).toString();
      expect([file, text.includes(secret.toString("hex"))]).toEqual([file, false]);
    }
    const empty = await makeDatabase();
    const written: string[] = [];
    await restoreBackup(
      {
        poolConfig: empty.poolConfig,
        writeFile: async (bytes) => {
          const received = await store.receive(bytes);
          written.push(received.hash.toString("hex"));
          return received.hash.toString("hex");
        },
        hasFile: async () => false,
      },
      path,
    );
    expect(written).toEqual(read);
    expect((await empty.pool.query("select 1 from incoming_mails where id = $1", [mail])).rowCount).toBe(1);
    expect((await empty.pool.query("select 1 from mailboxes")).rowCount).toBe(1);
    expect((await empty.pool.query("select 1 from mailbox_secrets")).rowCount).toBe(0);
    await empty.drop();
    await rm(path, { recursive: true });
    await rm(files, { recursive: true });
    await world.pool.query("delete from incoming_mails; delete from blobs");
  });

  it("is whole though a file is erased while it is copied; that one does not come along, and no other is left out", async () => {
    const upload = async (name: string) =>
      (await uploadFile(world, { who: "idris", path: "/uploads", bytes: Buffer.from(name), name })).body.id;
    const [gone, kept] = [await upload("a draft"), await upload("another draft")];
    const hashOf = async (id: string): Promise<string> =>
      (await world.pool.query("select encode(blob_hash, 'hex') as hash from attachments where id = $1", [id]))
        .rows[0].hash;
    const [erased, other] = [await hashOf(gone), await hashOf(kept)];
    const { readFile: read } = openAttachments(world.app.files);
    async function* erasingFirst(hash: string) {
      await world.as("idris").delete(`/attachments/${gone}`);
      await world.drain();
      yield* read(hash);
    }
    const readFile = (hash: string) => Readable.from(erasingFirst(hash));
    const path = await createBackup({ poolConfig: world.poolConfig, readFile }, folder, world.clock.now());
    const { files } = await verifyBackup(path);
    const names = files.map(({ hash }) => hash);
    expect([names.includes(erased), names.includes(other)]).toEqual([false, true]);
    expect(await readdir(join(path, "files"))).toEqual(names);
    const lost = (hash: string) => Readable.from(hash === other ? read("00".repeat(32)) : read(hash));
    world.pass(1000);
    const failing = createBackup({ poolConfig: world.poolConfig, readFile: lost }, folder, world.clock.now());
    await expect(failing).rejects.toThrow("is missing where attachments are kept");
    await world.as("idris").delete(`/attachments/${kept}`);
    await world.drain();
    await rm(path, { recursive: true });
  });

  it("takes one moment of a desk at work: no ticket without its number, history and words", async () => {
    let busy = true;
    const work = async (name: "idris" | "tomas") => {
      for (let n = 0; busy; n += 1)
        await world.as(name).post("/tickets", { subject: `Busy ${n}`, issue: "while the backup runs" });
    };
    const workers = [work("idris"), work("tomas")];
    const path = await take();
    busy = false;
    await Promise.all(workers);
    const empty = await makeDatabase();
    await restoreBackup(target(empty.poolConfig), path);
    const { rows } = await empty.pool.query(`select
      (select count(*)::int from tickets) as tickets,
      (select count(*)::int from ticket_numbers) as numbers,
      (select count(*)::int from ticket_words) as words,
      (select count(*)::int from history where kind = 'ticket.created') as events,
      (select sum(n)::int from ticket_totals) as counted`);
    expect(new Set(Object.values(rows[0])).size).toBe(1);
    expect(await verifyBackup(path)).toMatchObject({ format: 1 });
    expect((await readdir(folder)).filter((name) => name.startsWith(".unfinished"))).toEqual([]);
    await empty.drop();
  });
});

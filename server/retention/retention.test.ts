import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, PASSWORD, type World } from "../../test/support/app/app-with-people.ts";
import { uploadFile } from "../../test/support/app/upload-file.ts";
import { pruneAudit } from "#server/audit/prune.ts";
import { pruneSecrets } from "#server/auth/prune-secrets.ts";
import { pruneMails } from "#server/mail/prune.ts";
import { emptyTrash } from "#server/trash/empty-trash.ts";

const DAY = 24 * 3_600_000;
let world: World;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waypost-retention-"));
  world = await makeWorld({ DATA_DIR: folder });
});
afterAll(async () => {
  await world.end();
  await rm(folder, { recursive: true, force: true });
});

const set = (values: Record<string, number | null | undefined>) =>
  world.as("maren").patch("/settings", values);
const preview = async (query: Record<string, string>) =>
  (await world.as("maren").call("GET", "/settings/retention", { query })).body;
const countOf = async (table: string, where = "true") =>
  Number((await world.pool.query(`select count(*) as n from ${table} where ${where}`)).rows[0].n);

describe("how long things are kept", () => {
  it("is for administrators to see and to say", async () => {
    for (const name of ["rafael", "lena", "idris", "priya", "tomas", "nobody"] as const) {
      expect((await world.as(name).get("/settings/retention")).status).toBe(403);
      expect((await world.as(name).get("/settings/storage")).status).toBe(403);
      expect((await world.as(name).patch("/settings", { trash_days: 1 })).status).toBe(403);
    }
  });

  it("is a whole number of days within bounds, or never where that is allowed", async () => {
    for (const wrong of [
      { trash_days: 0 },
      { trash_days: 366 },
      { trash_days: null },
      { session_days: null },
      { session_days: 1.5 },
      { mail_days: 29 },
      { audit_days: 89 },
      { audit_days: 3651 },
      { attachments_gigabytes: 0 },
    ])
      expect([wrong, (await set(wrong)).status]).toEqual([wrong, 422]);
    expect((await set({ audit_days: 89 })).body.errors).toEqual([
      expect.objectContaining({ path: "audit_days", message: "Choose a whole number from 90 to 3,650" }),
    ]);
    expect((await set({ mail_days: 30, audit_days: 90 })).body).toMatchObject({
      mail_days: 30,
      audit_days: 90,
    });
    expect((await set({ mail_days: null, audit_days: null })).body).toMatchObject({
      mail_days: null,
      audit_days: null,
    });
    const asked = await world.as("maren").call("GET", "/settings/retention", { query: { trash_days: "0" } });
    expect(asked.status).toBe(422);
  });

  it("is told beforehand: the night takes from the trash what the preview said, and the page says the days", async () => {
    const { id } = (await world.as("tomas").post("/tickets", { subject: "Gone", issue: "Soon." })).body
      .ticket;
    await world.as("maren").delete(`/tickets/${id}`);
    world.pass(8 * DAY);
    expect((await preview({ trash_days: "7" })).tickets).toEqual({ count: 1, is_capped: false });
    expect((await preview({ trash_days: "30" })).tickets.count).toBe(0);
    expect(await emptyTrash(world.app)).toBe(0);
    await set({ trash_days: 7 });
    expect((await world.as().get("/config")).body.trash_days).toBe(7);
    expect(await emptyTrash(world.app)).toBe(1);
    expect((await preview({ trash_days: "7" })).tickets.count).toBe(0);
    await set({ trash_days: 30 });
  });

  it("holds for ended sessions, and never for living ones", async () => {
    await world.as().post("/auth/login", { email: "lena@waypost.test", password: PASSWORD });
    await world.pool.query("update sessions set revoked_at = $1 where user_id = $2", [
      world.clock.now(),
      world.idOf("lena"),
    ]);
    world.pass(3 * DAY);
    await world.as().post("/auth/login", { email: "idris@waypost.test", password: PASSWORD });
    const { count } = (await preview({ session_days: "2" })).sessions;
    expect(count).toBeGreaterThan(0);
    await set({ session_days: 2 });
    const before = await countOf("sessions");
    await pruneSecrets(world.app);
    expect(await countOf("sessions")).toBe(before - count);
    expect(await countOf("sessions", `user_id = '${world.idOf("idris")}'`)).toBeGreaterThan(0);
    await set({ session_days: 90 });
  });

  it("holds for mails but for those that wait to be sent", async () => {
    await world.pool.query("delete from mails");
    await world.pool.query(
      `insert into mails (message_id, "to", subject, body_text, body_html, state, created_at)
        select n::text, 'a@b.test', 's', 't', 'h', case when n = 1 then 'queued' else 'sent' end, $1
        from generate_series(1, 5000) as n`,
      [new Date(world.clock.now().getTime() - 31 * DAY)],
    );
    await world.pool.query(
      `insert into mails (message_id, "to", subject, body_text, body_html, state, created_at)
        values ('new', 'a@b.test', 's', 't', 'h', 'sent', $1)`,
      [world.clock.now()],
    );
    expect(await pruneMails(world.app)).toBe(0);
    expect((await preview({})).mails).toEqual({ count: 0, is_capped: false });
    expect((await preview({ mail_days: "30" })).mails).toEqual({ count: 4999, is_capped: false });
    await set({ mail_days: 30 });
    expect(await pruneMails(world.app)).toBe(4999);
    expect(await countOf("mails", "state = 'queued' or message_id = 'new'")).toBe(2);
    await set({ mail_days: null });
  });
});

describe("an old entry of the audit log", () => {
  beforeAll(async () => {
    const lena = world.idOf("lena");
    await world.as("maren").patch(`/users/${lena}`, { city: "Ostrava" });
    await world
      .as("maren")
      .post(`/users/${lena}/roles:set`, { role_names: ["team_lead", "manager"], reason: "More to do" });
    const raised = await world.as("tomas").post("/tickets", { subject: "Old words", issue: "They stay." });
    expect(raised.status).toBe(201);
    // Nothing that the product does makes an entry old but time, which here belongs to the database.
    await world.pool.query("set session_replication_role = replica");
    await world.pool.query("update history set recorded_at = now() - interval '100 days'");
    await world.pool.query("set session_replication_role = origin");
  });

  it("loses nothing while nobody says so, whoever tries", async () => {
    expect(await pruneAudit(world.app)).toBe(0);
    await expect(blank("entity = 'user'")).rejects.toThrow("rows are only ever added");
  });

  it("loses its details and its network address, says so, and keeps who did what and when", async () => {
    const { count } = (await preview({ audit_days: "90" })).audit_entries;
    expect(count).toBeGreaterThan(5);
    const before = await entries();
    await set({ audit_days: 90 });
    expect(await pruneAudit(world.app)).toBe(count);
    expect(await pruneAudit(world.app)).toBe(0);
    const changed = (await entries()).find(
      ({ kind, entity_id }) => kind === "user.changed" && entity_id === world.idOf("lena"),
    );
    const was = before.find(({ id }) => id === changed?.id);
    expect(was).toMatchObject({ after: { city: "Ostrava" }, is_erased: false });
    expect(changed).toEqual({
      ...was,
      before: { city: null },
      after: { city: null },
      ip_address: null,
      is_erased: true,
    });
    const history = (await world.as("maren").get(`/users/${world.idOf("lena")}/roles/history`)).body;
    expect(history.history).toEqual([]);
  });

  it("about a ticket keeps its words as long as the ticket, and loses the network address", async () => {
    const raised = (await entries()).filter(({ kind }) => kind === "ticket.created");
    expect(raised.find(({ after }) => after?.["subject"] === "Old words")).toMatchObject({
      ip_address: null,
      is_erased: false,
    });
  });

  it("is not to be touched in any other way, and a young one in none", async () => {
    await world.as("maren").patch(`/users/${world.idOf("lena")}`, { city: "Brno" });
    await expect(blank("after ->> 'city' = 'Brno'")).rejects.toThrow("rows are only ever added");
    for (const change of [
      "kind = 'user.deleted'",
      "after = '{}'",
      "principal_id = entity_id",
      "reason = 'x'",
    ])
      await expect(world.pool.query(`update history set ${change} where entity = 'user'`)).rejects.toThrow(
        "rows are only ever added",
      );
    await set({ audit_days: null });
  });
});

describe("the space for attachments", () => {
  const megabyte = Buffer.alloc(1_000_000, 7);
  const send = () => uploadFile(world, { who: "tomas", path: "/uploads", bytes: megabyte });

  it("has no limit unless one is set, and warns from four fifths on", async () => {
    await store(799_000_000, 1);
    expect(await readStorage()).toEqual({ bytes: 799_000_000, limit_bytes: null, is_nearly_full: false });
    await set({ attachments_gigabytes: 1 });
    expect(await readStorage()).toMatchObject({ limit_bytes: 1_000_000_000, is_nearly_full: false });
    expect((await send()).status).toBe(201);
    expect(await readStorage()).toEqual({
      bytes: 800_000_000,
      limit_bytes: 1_000_000_000,
      is_nearly_full: true,
    });
  });

  it("takes nothing more once it is used up, and says whom to ask", async () => {
    await store(199_500_000, 2);
    const refused = await send();
    expect([refused.status, refused.body.detail]).toEqual([
      507,
      "There is no space left for attachments. An administrator can make room under Settings > Retention.",
    ]);
    await set({ attachments_gigabytes: null });
    expect((await send()).status).toBe(201);
  });
});

const store = (bytes: number, of: number) =>
  world.pool.query("insert into blobs (hash, bytes) values ($1, $2)", [Buffer.alloc(32, of), bytes]);
const readStorage = async () => (await world.as("maren").get("/settings/storage")).body;
const blank = (where: string) =>
  world.pool.query(
    `update history set before = without_values(before), after = without_values(after), reason = null, ip = null,
      erased_at = now() where ${where}`,
  );

type Entry = {
  id: string;
  kind: string;
  entity_id: string;
  ip_address: string | null;
  is_erased: boolean;
  after: Record<string, unknown> | null;
};

async function entries(): Promise<Entry[]> {
  return (await world.as("maren").get("/audit?per_page=100")).body.items;
}

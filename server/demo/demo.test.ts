import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDatabase } from "../../test/support/database/database.ts";
import { verifyPassword } from "#server/lib/crypto/password-hash.ts";
import { openFolderStore } from "#server/lib/file-store/folder-store.ts";
import { readConfig } from "#server/config.ts";
import { hasEffects } from "#contract/macros/effects.ts";
import { findUnknown } from "#contract/replies/render.ts";
import { findStale, readTargets } from "#server/macros/targets.ts";
import { COMPANIES } from "./companies.ts";
import { seedDemo } from "./seed-demo.ts";

const now = new Date("2026-11-20T11:00:00.000Z");
let database: Awaited<ReturnType<typeof makeDatabase>>;
let took = 0;
const folder = mkdtempSync(join(tmpdir(), "demo-files-"));
const files = openFolderStore(folder);

beforeAll(async () => {
  database = await makeDatabase();
  const began = performance.now();
  await seedDemo(database.db, { now, files });
  took = performance.now() - began;
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** The first row of a query of one row. */
async function one(query: string) {
  const answer = await database.pool.query<Record<string, unknown>>(query);
  return answer.rows[0];
}

test("production never gets the demo", () => {
  expect(() => readConfig({ NODE_ENV: "production", DEMO: "on" })).toThrow("never runs in production");
  expect(readConfig({ NODE_ENV: "production" }).demo).toBe(false);
});

test("a second filling is refused whole by the unique addresses, and leaves nothing behind", async () => {
  const before = await one("select count(*) from tickets");
  await expect(seedDemo(database.db, { now, files })).rejects.toThrow();
  expect(await one("select count(*) from tickets")).toEqual(before);
});

test("the eight named people sign in with the one password and have their roles", async () => {
  const people = await database.db
    .selectFrom("users as u")
    .innerJoin("credentials as c", "c.user_id", "u.id")
    .innerJoin("user_roles as ur", "ur.user_id", "u.id")
    .innerJoin("roles as r", "r.id", "ur.role_id")
    .innerJoin("companies as company", "company.id", "u.company_id")
    .select(["u.email", "u.fullname", "r.name as role", "company.name as company", "c.secret"])
    .orderBy("u.created_at")
    .limit(8)
    .execute();
  expect(
    people.map(({ email, fullname, role, company }) => [email, fullname, role, company].join(" · ")),
  ).toEqual([
    "admin@waypost.example · Maren Solberg · administrator · Waypost",
    "manager@waypost.example · Rafael Monteiro · manager · Waypost",
    "lead@waypost.example · Lena Fischer · team_lead · Waypost",
    "agent@waypost.example · Idris Okafor · support_specialist · Waypost",
    "admin@kestrel.example · Priya Nair · client_admin · Kestrel Logistics",
    "client@kestrel.example · Tomás Aguilar · Client · Kestrel Logistics",
    "admin@asterlegal.example · Helena Marsh · client_admin · Aster Legal",
    "client@asterlegal.example · Jonas Weber · Client · Aster Legal",
  ]);
  expect(await verifyPassword("waypost-demo", people[0]?.secret ?? null)).toBe(true);
});

test("there are 11 client companies and about 200 tickets of every status and priority", async () => {
  expect(COMPANIES).toHaveLength(11);
  expect(await one("select count(*) as n from companies where not is_internal")).toEqual({ n: 11 });
  const tickets = await database.db.selectFrom("tickets").selectAll().execute();
  expect(tickets.length).toBeGreaterThan(180);
  expect(tickets.length).toBeLessThan(220);
  expect(new Set(tickets.map(({ status }) => status)).size).toBe(5);
  expect(new Set(tickets.map(({ priority }) => priority)).size).toBe(4);
  expect(tickets.filter((each) => each.status !== "closed" && !each.assignee_id).length).toBeGreaterThan(5);
  expect(tickets.some(({ subject }) => subject.length >= 120)).toBe(true);
  expect(tickets.some(({ issue }) => issue.includes("```"))).toBe(true);
  expect(new Set(tickets.map(({ subject }) => subject)).size).toBe(tickets.length);
});

test("there are 14 saved replies: 5 macros, 4 in German too, and one that no longer fits", async () => {
  const replies = await database.db.selectFrom("saved_replies").select(["name", "effects"]).execute();
  expect(replies).toHaveLength(14);
  expect(replies.filter(({ effects }) => hasEffects(effects))).toHaveLength(5);
  const texts = await database.db.selectFrom("saved_reply_texts").select(["language", "body"]).execute();
  expect(texts.filter(({ language }) => language === "de")).toHaveLength(4);
  expect(texts.flatMap(({ body }) => findUnknown(body))).toEqual([]);
  const idris = await database.db
    .selectFrom("users")
    .select("id")
    .where("fullname", "=", "Idris Okafor")
    .executeTakeFirstOrThrow();
  const all = replies.map(({ effects }) => effects);
  const targets = await readTargets(database.db, all, idris.id);
  const stale = replies.filter(({ effects }) => findStale(effects, targets, idris.id).length > 0);
  expect(stale.map(({ name }) => name)).toEqual(["Hand to Eleanor for approval"]);
});

test("business hours are those of London without English holidays, older than every ticket", async () => {
  const version = await database.db.selectFrom("calendar_versions").selectAll().executeTakeFirstOrThrow();
  expect([version.zone, version.week.mon, version.week.sun]).toEqual([
    "Europe/London",
    [["08:00", "18:00"]],
    [],
  ]);
  expect(
    await one("select count(*) as n from tickets where created < (select created_at from calendar_versions)"),
  ).toEqual({ n: 0 });
  const days = await database.db
    .selectFrom("calendar_days")
    .select(["day", "name", "hours"])
    .orderBy("day")
    .execute();
  expect(days).toContainEqual({ day: "2026-12-28", name: "Boxing Day (substitute day)", hours: null });
  expect(days).toContainEqual({ day: "2026-12-24", name: "Christmas Eve", hours: [["08:00", "13:00"]] });
  expect(days.at(-1)?.day).toBe("2027-12-28");
});

test("nothing happened in the future, before its ticket, or more than 90 days ago", async () => {
  const events = await database.db
    .selectFrom("history as h")
    .leftJoin("comments as c", "c.id", "h.entity_id")
    .innerJoin("tickets as t", (join) =>
      join.on((eb) => eb("t.id", "=", eb.fn.coalesce("c.ticket_id", "h.entity_id"))),
    )
    .where("h.audience", "=", "public")
    .select(["h.occurred_at", "t.created", "t.updated"])
    .execute();
  expect(events.length).toBeGreaterThan(800);
  for (const { occurred_at: at, created, updated } of events) {
    expect(at.getTime()).toBeLessThan(now.getTime());
    expect(at.getTime()).toBeGreaterThan(now.getTime() - 91 * 24 * 3_600_000);
    expect(at.getTime()).toBeGreaterThanOrEqual(created.getTime());
    expect(at.getTime()).toBeLessThanOrEqual(updated.getTime());
  }
});

test("each ticket's last status in its history is its own, and its last change is its time of update", async () => {
  const wrong = await sql`
    select t.uid from tickets t
    where t.status <> (select h.after ->> 'status' from history h
      where h.entity_id = t.id and h.after ? 'status' order by h.seq desc limit 1)
      or t.updated <> (select max(h.occurred_at) from history h left join comments c on c.id = h.entity_id
        where (h.entity_id = t.id or c.ticket_id = t.id) and h.audience = 'public')
      or t.version <> coalesce((select max((h.after ->> 'version')::int) from history h where h.entity_id = t.id), 1)
      or (t.status = 'closed') <> (t.closed is not null)
      or t.assignee_id is distinct from (select (h.after ->> 'assignee_id')::uuid from history h
        where h.entity_id = t.id and h.after ? 'assignee_id' order by h.seq desc limit 1)`.execute(
    database.db,
  );
  expect(wrong.rows).toEqual([]);
});

test("notes are staff's alone, in the words that clients search and in the history they read", async () => {
  expect(
    await one(`select count(*) as n from comments c join users u on u.id = c.author_id
      where c.visibility = 'internal' and u.user_type = 'external'`),
  ).toEqual({ n: 0 });
  expect(
    await one(`select count(*) as n from history h join comments c on c.id = h.entity_id
      where h.audience <> c.visibility`),
  ).toEqual({ n: 0 });
  expect(
    await one(`select count(*) filter (where public_words @@ 'backslash | suspend') as clients,
      count(*) filter (where staff_words @@ 'suspend:*') as staff from ticket_words`),
  ).toEqual({ clients: 0, staff: 1 });
});

test("the counters agree with the tickets", async () => {
  const counted = await one("select sum(n) as n from ticket_counts where status = 'closed'");
  expect(counted).toEqual(await one("select count(*) as n from tickets where status = 'closed'"));
});

test("the same moment gives the same desk, and a first start hardly waits for it", async () => {
  const other = await makeDatabase();
  const began = performance.now();
  await seedDemo(other.db, { now, files });
  const again = performance.now() - began;
  const desk = "select id, uid, subject, status, assignee_id, updated from tickets order by number";
  expect((await other.pool.query(desk)).rows).toEqual((await database.pool.query(desk)).rows);
  await other.drop();
  // A machine that is busy at one of the two times is not the demo's doing.
  expect(Math.min(took, again)).toBeLessThan(5000);
});

test("nine tickets came by mail, and mails wait for a decision, each for another reason, with their originals", async () => {
  expect(
    await one("select count(*) as n from tickets where source = 'mail' and mailbox_id is not null"),
  ).toEqual({
    n: 9,
  });
  const { rows } = await database.pool.query<{ state: string; n: number; reasons: number }>(
    `select state, count(*) as n, count(distinct reason) as reasons from incoming_mails where state <> 'done'
     group by state order by state`,
  );
  expect(rows).toEqual([
    { state: "failed", n: 1, reasons: 1 },
    { state: "held", n: 6, reasons: 6 },
    { state: "ignored", n: 3, reasons: 3 },
  ]);
  const originals = await database.pool.query<{ raw_hash: Buffer; subject: string }>(
    "select raw_hash, subject from incoming_mails",
  );
  for (const { raw_hash } of originals.rows) expect(await files.read(raw_hash)).not.toBeNull();
  expect(await one("select state, active from mailboxes")).toEqual({ state: "paused", active: false });
  expect(
    await one(
      "select count(*) as n from history where kind in ('ticket.automatic_reply', 'ticket.mail_bounced') and audience = 'internal'",
    ),
  ).toEqual({ n: 2 });
});

test("each of the staff who sign in has an Inbox, some of it unread, and somebody was mentioned", async () => {
  const { rows } = await database.pool.query<{ email: string; unread: number; all: number }>(
    `select u.email, count(*) filter (where i.read_at is null)::int as unread, count(*)::int as all
     from inbox_items i join users u on u.id = i.user_id group by u.email order by u.email`,
  );
  expect(rows.map(({ email }) => email)).toEqual([
    "admin@waypost.example",
    "agent@waypost.example",
    "lead@waypost.example",
    "manager@waypost.example",
  ]);
  for (const row of rows) expect(row.unread).toBeGreaterThan(0);
  expect(await one("select count(*) > 0 as mentioned from inbox_items where reason = 'mentioned'")).toEqual({
    mentioned: true,
  });
  expect(
    await one("select count(*) as n from inbox_items where happened_at > '2026-11-20T11:00:00Z'"),
  ).toEqual({
    n: 0,
  });
});

type Figures = Record<"overdue" | "due_soon" | "paused" | "verdicts" | "judged_again" | "companies", number>;

async function readDue({ pool }: Pick<typeof database, "pool">, moment: Date): Promise<Figures> {
  const { rows } = await pool.query<Figures>(
    `select (select count(*)::int from sla_due where due_at < $1) as overdue,
       (select count(*)::int from sla_due where due_at >= $1 and warn_at <= $1) as due_soon,
       (select count(*)::int from sla_due where is_paused) as paused,
       (select count(*)::int from sla_verdicts) as verdicts,
       (select count(*)::int from sla_verdicts where supersedes_id is not null) as judged_again,
       (select count(distinct company_id)::int from sla_verdicts) as companies`,
    [moment],
  );
  const [figures] = rows;
  if (!figures) throw new Error("nothing was counted");
  return figures;
}

test("every company has a service level, with tickets that are overdue, due soon and paused, and one judged again", async () => {
  const figures = await readDue(database, now);
  expect(figures.overdue).toBeGreaterThanOrEqual(4);
  expect(figures.due_soon).toBeGreaterThanOrEqual(7);
  expect(figures.paused).toBeGreaterThanOrEqual(3);
  expect(figures.judged_again).toBe(1);
  expect(figures.companies).toBeGreaterThanOrEqual(10);
  expect(figures.verdicts).toBeGreaterThan(200);
});

// A Sunday, an early Monday, and days between and after public holidays.
test.each(["2026-11-22T11:00:00Z", "2026-11-23T07:30:00Z", "2026-12-28T12:00:00Z", "2026-04-07T09:00:00Z"])(
  "a desk of %s shows as much of due times",
  async (moment) => {
    const other = await makeDatabase();
    await seedDemo(other.db, { now: new Date(moment), files });
    const figures = await readDue(other, new Date(moment));
    await other.drop();
    expect(figures.overdue).toBeGreaterThanOrEqual(4);
    expect(figures.due_soon).toBeGreaterThanOrEqual(7);
    expect(figures.paused).toBeGreaterThanOrEqual(3);
    expect(figures.judged_again).toBe(1);
  },
);

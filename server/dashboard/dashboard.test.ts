import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "kysely";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { readMetrics } from "./read.ts";
import { reconcileCounters } from "./reconcile.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  await sql`alter table tickets disable trigger user`.execute(world.db);
  await sql`truncate tickets, ticket_counts, ticket_totals, ticket_daily, resolution_counts cascade`.execute(
    world.db,
  );
  await sql`alter table tickets enable trigger user`.execute(world.db);
  await sql`delete from settings where key = 'time_zone'`.execute(world.db);
});

describe("the metrics", () => {
  it("are refused without a session", async () => {
    expect((await world.as().get("/dashboard/metrics")).status).toBe(401);
  });

  it("are refused to clients, client admins and staff without a role", async () => {
    for (const name of ["tomas", "priya", "nobody"] as const) {
      expect((await world.as(name).get("/dashboard/metrics")).status).toBe(403);
    }
  });

  it("refuse a query that the contract does not know", async () => {
    expect((await world.as("idris").get("/dashboard/metrics", { days: "7" })).status).toBe(422);
  });

  it("are given to every staff role, with the agreed fields and no others", async () => {
    for (const name of ["maren", "rafael", "lena", "idris"] as const) {
      const { status, body } = await world.as(name).get("/dashboard/metrics");
      expect(status).toBe(200);
      expect(Object.keys(body)).toEqual(["system_overview", "ticket_metrics", "ticket_trend"]);
    }
  });

  it("list every status and priority in the order of the charts, with zeros, and no average without closed tickets", async () => {
    const { ticket_metrics, ticket_trend } = await metrics();
    expect(ticket_metrics.by_status.map(({ status }: { status: string }) => status)).toEqual([
      "open",
      "in_progress",
      "on_hold",
      "pending",
      "closed",
    ]);
    expect(ticket_metrics.by_priority).toEqual([
      { priority: "urgent", count: 0 },
      { priority: "high", count: 0 },
      { priority: "normal", count: 0 },
      { priority: "low", count: 0 },
    ]);
    expect(ticket_metrics.avg_resolution_time_hours).toBeNull();
    expect(ticket_trend).toHaveLength(30);
    expect(ticket_trend[0]?.date).toBe("2026-10-22");
    expect(ticket_trend[29]).toEqual({ date: "2026-11-20", created: 0, closed: 0, open: 0 });
  });

  it("count people and companies without the deleted ones and without the internal company", async () => {
    const before = await metrics();
    expect(before.system_overview).toEqual({
      total_users: 9,
      internal_users: 5,
      external_users: 4,
      total_companies: 2,
      active_support_staff: 4,
    });
    await world.db
      .updateTable("companies")
      .set({ is_active: false })
      .where("id", "=", world.companies.aster)
      .execute();
    await world.db
      .updateTable("users")
      .set({ deleted_at: world.clock.now() })
      .where("id", "=", world.idOf("lena"))
      .execute();
    expect((await metrics()).system_overview).toEqual({
      total_users: 8,
      internal_users: 4,
      external_users: 4,
      total_companies: 2,
      active_support_staff: 3,
    });
    await world.db
      .updateTable("users")
      .set({ deleted_at: null })
      .where("id", "=", world.idOf("lena"))
      .execute();
    await world.db
      .updateTable("companies")
      .set({ deleted_at: world.clock.now() })
      .where("id", "=", world.companies.aster)
      .execute();
    expect((await metrics()).system_overview).toMatchObject({ total_users: 9, total_companies: 1 });
    await world.db
      .updateTable("companies")
      .set({ deleted_at: null })
      .where("id", "=", world.companies.aster)
      .execute();
  });

  it("count assignable users once, however many of their roles allow it", async () => {
    const role = await world.db
      .selectFrom("roles")
      .select("id")
      .where("key", "=", "manager")
      .executeTakeFirstOrThrow();
    await world.db
      .insertInto("user_roles")
      .values({ user_id: world.idOf("idris"), role_id: role.id })
      .execute();
    expect((await metrics()).system_overview.active_support_staff).toBe(4);
    await world.db
      .deleteFrom("user_roles")
      .where("user_id", "=", world.idOf("idris"))
      .where("role_id", "=", role.id)
      .execute();
  });

  it("follow a ticket through assignment, closing, reopening, the trash and back", async () => {
    const id = await ticket({ created: "2026-11-18T09:00:00Z" });
    expect((await metrics()).ticket_metrics).toMatchObject({ total: 1, open: 1, unassigned_count: 1 });
    await change(id, { assignee_id: world.idOf("idris") });
    expect((await metrics()).ticket_metrics.unassigned_count).toBe(0);
    await change(id, { status: "closed", closed: new Date("2026-11-19T19:20:00Z") });
    const closed = await metrics();
    expect(closed.ticket_metrics).toMatchObject({
      total: 1,
      open: 0,
      closed: 1,
      avg_resolution_time_hours: 34,
    });
    expect(closed.ticket_trend.slice(-3)).toEqual([
      { date: "2026-11-18", created: 1, closed: 0, open: 1 },
      { date: "2026-11-19", created: 0, closed: 1, open: 0 },
      { date: "2026-11-20", created: 0, closed: 0, open: 0 },
    ]);
    await change(id, { status: "in_progress" });
    expect((await metrics()).ticket_metrics).toMatchObject({
      in_progress: 1,
      closed: 0,
      avg_resolution_time_hours: null,
    });
    await change(id, { deleted_at: world.clock.now() });
    const gone = await metrics();
    expect(gone.ticket_metrics.total).toBe(0);
    expect(
      gone.ticket_trend.every((day: { created: number; open: number }) => day.created + day.open === 0),
    ).toBe(true);
    await change(id, { deleted_at: null });
    expect((await metrics()).ticket_metrics).toMatchObject({ total: 1, in_progress: 1 });
  });

  it("tell the mean of all closed tickets in whole hours", async () => {
    await ticket({ created: "2026-11-18T00:00:00Z", status: "closed", closed: "2026-11-18T01:00:00Z" });
    await ticket({ created: "2025-01-01T00:00:00Z", status: "closed", closed: "2025-01-01T04:30:00Z" });
    expect((await metrics()).ticket_metrics.avg_resolution_time_hours).toBe(3);
  });

  it("tell the median beside it, which one ticket of years moves little, of closed tickets only", async () => {
    const closedAfter = (hours: number) =>
      ticket({
        created: "2020-01-01T00:00:00Z",
        status: "closed",
        closed: new Date(Date.parse("2020-01-01T00:00:00Z") + hours * 3_600_000).toISOString(),
      });
    expect(await median()).toBeNull();
    await ticket({ created: "2019-01-01T00:00:00Z" });
    expect(await median()).toBeNull();
    const quick = await closedAfter(1.4);
    await closedAfter(40_000);
    expect(await median()).toBe(1);
    await closedAfter(6.5);
    expect(await median()).toBe(7);
    await change(quick, { status: "open", closed: null });
    expect(await median()).toBe(7);
    await change(quick, { status: "closed", closed: new Date("2020-01-01T09:00:00Z") });
    expect(await median()).toBe(9);
    await change(quick, { deleted_at: world.clock.now() });
    expect(await median()).toBe(7);
  });

  it("know what was open before the window, and leave out what lies ahead of today", async () => {
    await ticket({ created: "2026-09-01T00:00:00Z" });
    await ticket({ created: "2026-09-02T00:00:00Z", status: "closed", closed: "2026-11-01T00:00:00Z" });
    await ticket({ created: "2026-11-25T00:00:00Z" });
    const { ticket_trend, ticket_metrics } = await metrics();
    expect(ticket_metrics.total).toBe(3);
    expect(ticket_trend[0]?.open).toBe(2);
    expect(ticket_trend[29]).toEqual({ date: "2026-11-20", created: 0, closed: 0, open: 1 });
  });

  it("cut days in the organization's time zone, and move every ticket when it changes", async () => {
    await ticket({ created: "2026-11-19T22:30:00Z" });
    expect(dayOf(await metrics())).toBe("2026-11-19");
    await zone("Europe/Berlin");
    expect(dayOf(await metrics())).toBe("2026-11-19");
    await zone("Asia/Kolkata");
    expect(dayOf(await metrics())).toBe("2026-11-20");
    await ticket({ created: "2026-11-19T23:00:00Z" });
    expect((await metrics()).ticket_trend.at(-1)).toMatchObject({ date: "2026-11-20", created: 2 });
    await world.db.deleteFrom("settings").where("key", "=", "time_zone").execute();
    expect((await metrics()).ticket_trend.at(-2)).toMatchObject({ date: "2026-11-19", created: 2 });
    expect(await drift()).toBe(0);
  });

  it("end on the organization's today, which may be tomorrow in UTC", async () => {
    await zone("Pacific/Kiritimati");
    expect((await metrics()).ticket_trend.at(-1)?.date).toBe("2026-11-21");
  });

  it("cannot be broken by a time zone that does not exist", async () => {
    await expect(zone("Mars/Olympus")).rejects.toThrow(/time zone/);
    await ticket({ created: "2026-11-19T23:00:00Z" });
    expect((await metrics()).ticket_metrics.total).toBe(1);
  });
});

describe("reconciling", () => {
  it("finds no drift where everything went through the triggers", async () => {
    await ticket({ created: "2026-11-18T00:00:00Z", status: "closed", closed: "2026-11-18T01:00:00Z" });
    expect(await drift()).toBe(0);
  });

  it("reports what differs, table by table, mends it and then finds nothing", async () => {
    const id = await ticket({ created: "2026-11-18T00:00:00Z" });
    await sql`alter table tickets disable trigger user`.execute(world.db);
    await change(id, { status: "closed", closed: new Date("2026-11-19T00:00:00Z") });
    await sql`alter table tickets enable trigger user`.execute(world.db);
    expect((await metrics()).ticket_metrics.open).toBe(1);
    expect(await reconcileCounters(world.pool)).toEqual([
      { figures: "ticket_counts", drift: 2 },
      { figures: "ticket_totals", drift: 2 },
      { figures: "ticket_daily", drift: 1 },
      { figures: "desk_totals", drift: 0 },
      { figures: "resolution_counts", drift: 1 },
    ]);
    expect((await metrics()).ticket_metrics).toMatchObject({
      open: 0,
      closed: 1,
      avg_resolution_time_hours: 24,
      median_resolution_time_hours: 24,
    });
    expect(await drift()).toBe(0);
  });

  it("waits for nobody and keeps what others write meanwhile", async () => {
    await ticket({ created: "2026-11-18T00:00:00Z" });
    await sql`update ticket_totals set n = n + 5`.execute(world.db);
    await world.db.transaction().execute(async (tx) => {
      await sql`update tickets set status = 'pending'`.execute(tx);
      expect(await drift()).toBe(1);
    });
    expect((await metrics()).ticket_metrics.by_status).toContainEqual({ status: "pending", count: 1 });
    expect(await drift()).toBe(0);
  });

  it("runs each night as a job", async () => {
    const job = world.jobs.find(({ name }) => name === "dashboard.reconcile");
    expect(job?.every).toBe("17 3 * * *");
    await sql`update desk_totals set n = n + 1`.execute(world.db);
    await job?.run({});
    expect(await drift()).toBe(0);
  });
});

const metrics = () => readMetrics({ app: world.app, now: world.clock.now() });
const median = async () => (await metrics()).ticket_metrics.median_resolution_time_hours;

async function drift() {
  return (await reconcileCounters(world.pool)).reduce((sum, each) => sum + each.drift, 0);
}

async function zone(name: string) {
  await sql`insert into settings (key, value) values ('time_zone', to_jsonb(${name}::text))
    on conflict (key, coalesce(company_id, '00000000-0000-0000-0000-000000000000')) do update set value = excluded.value`.execute(
    world.db,
  );
}

function dayOf(figures: Awaited<ReturnType<typeof metrics>>) {
  return figures.ticket_trend.find(({ created }) => created > 0)?.date;
}

let number = 1;
/** Inserts a bare row, since only rows matter to the metrics, at moments that the API would not allow. */
async function ticket(row: { created: string; status?: string; closed?: string }) {
  number += 1;
  const { id } = await world.db
    .insertInto("tickets")
    .values({
      number,
      uid: `T-${number}`,
      subject: "Printer",
      issue: "Blank",
      status: row.status ?? "open",
      priority: "high",
      company_id: world.companies.kestrel,
      created_by: world.idOf("maren"),
      created: new Date(row.created),
      updated: new Date(row.created),
      closed: row.closed ? new Date(row.closed) : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function change(
  id: string,
  fields: { assignee_id?: string; status?: string; closed?: Date | null; deleted_at?: Date | null },
) {
  await world.db.updateTable("tickets").set(fields).where("id", "=", id).execute();
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeDatabase } from "../../test/support/database/database.ts";
import { callerOf, makeWorld, tokenFor } from "../../test/support/app/app-with-people.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { sumDrift, reconcileCounters } from "#server/dashboard/reconcile.ts";
import { seedDemo } from "#server/demo/seed-demo.ts";
import { openFolderStore } from "#server/lib/file-store/folder-store.ts";

type Desk = Awaited<ReturnType<typeof openDemo>>;

/** A desk on its first day: the demo, and nobody has worked there. */
async function openDemo() {
  const database = await makeDatabase();
  const now = new Date("2026-11-20T11:00:00.000Z");
  const folder = mkdtempSync(join(tmpdir(), "demo-files-"));
  await seedDemo(database.db, { now, files: openFolderStore(folder) });
  rmSync(folder, { recursive: true });
  const served = await buildApp({
    ...database.logins.app,
    guests: database.logins.guests,
    config: readConfig({ NODE_ENV: "test", DEMO: "on", LOG_LEVEL: "error" }),
    clock: { now: () => now },
    log: pino({ level: "error" }),
    background: false,
    bounds: { lateness: Infinity },
  });
  await served.fastify.ready();
  const idOf = async (email: string) =>
    (await database.db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow())
      .id;
  const count = async (
    table:
      | "tickets"
      | "users"
      | "companies"
      | "groups"
      | "comments"
      | "history"
      | "mails"
      | "mailboxes"
      | "incoming_mails"
      | "calendars"
      | "calendar_days",
  ) => {
    const { rows } = await database.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`);
    return rows[0]?.n;
  };
  return {
    ...database,
    idOf,
    count,
    as: (email: string) => callerOf(served, async () => tokenFor(database.db, await idOf(email), now)),
    end: async () => {
      await served.close();
      await database.drop();
    },
  };
}

const MAREN = "admin@waypost.example";
let desk: Desk;
beforeEach(async () => {
  desk = await openDemo();
});
afterEach(() => desk.end());

/** A colleague who is no sample, invited by Maren. */
async function hire(fullname: string, email: string, more: object = {}) {
  const answer = await desk.as(MAREN).post("/users", {
    fullname,
    email,
    password: "correct horse battery",
    user_type: "internal",
    role_names: ["administrator"],
    ...more,
  });
  expect(answer.status, answer.text).toBe(201);
  await desk.pool.query("update credentials set must_change = false");
  return desk.as(email);
}

/** A ticket of Tomás that the demo made. */
async function ticketOfTomas() {
  const { rows } = await desk.pool.query<{ id: string; company_id: string }>(
    "select t.id, t.company_id from tickets t join users u on u.id = t.client_id where u.email = 'client@kestrel.example' and status <> 'closed' limit 1",
  );
  const [ticket] = rows;
  if (!ticket) throw new Error("Tomás has an open ticket");
  return ticket;
}

describe("removing the sample data", () => {
  it("is for administrators alone, and refused where there is none", async () => {
    for (const email of ["manager@waypost.example", "agent@waypost.example", "admin@kestrel.example"]) {
      expect((await desk.as(email).get("/samples")).status).toBe(403);
      expect((await desk.as(email).get("/samples/removal")).status).toBe(403);
      expect((await desk.as(email).post("/samples/removal")).status).toBe(403);
    }
    const world = await makeWorld();
    const refused = await world.as("maren").post("/samples/removal");
    expect([refused.status, refused.body.detail]).toEqual([409, "There is no sample data here"]);
    expect((await world.as("maren").get("/samples")).body).toEqual({
      tickets: 0,
      companies: 0,
      people: 0,
      teams: 0,
    });
    await world.end();
  });

  it("says beforehand exactly what goes, and changes nothing by saying it", async () => {
    const maren = desk.as(MAREN);
    const before = [await desk.count("tickets"), await desk.count("users"), await desk.count("history")];
    const preview = await maren.get("/samples/removal");
    expect(preview.status, preview.text).toBe(200);
    expect([await desk.count("tickets"), await desk.count("users"), await desk.count("history")]).toEqual(
      before,
    );
    const done = await maren.post("/samples/removal");
    expect(done.body).toEqual(preview.body);
  });

  it("empties the desk but for the administrator who asked, who stays signed in", async () => {
    const maren = desk.as(MAREN);
    const { body } = await maren.post("/samples/removal");
    expect(body.removed).toMatchObject({ companies: 11 });
    expect(body.removed.tickets).toBeGreaterThan(180);
    expect(body.kept).toEqual({ tickets: 0, companies: 0, people: 0, teams: 0, adopted: 0 });
    expect(body.keeps_own_account).toBe(true);
    expect([await desk.count("tickets"), await desk.count("comments"), await desk.count("mails")]).toEqual([
      0, 0, 0,
    ]);
    expect([await desk.count("users"), await desk.count("companies"), await desk.count("groups")]).toEqual([
      1, 1, 1,
    ]);
    expect([await desk.count("mailboxes"), await desk.count("incoming_mails")]).toEqual([0, 0]);
    expect([await desk.count("calendars"), await desk.count("calendar_days")]).toEqual([0, 0]);
    expect((await maren.get("/auth/me")).body.email).toBe(MAREN);
    const { body: metrics } = await maren.get("/dashboard/metrics");
    expect(metrics.ticket_metrics.total).toBe(0);
    expect((await maren.get("/samples")).body).toEqual({ tickets: 0, companies: 0, people: 0, teams: 0 });
    expect((await maren.post("/samples/removal")).status).toBe(409);
  });

  it("leaves the figures exact, and one event in the history that only administrators read", async () => {
    await desk.as(MAREN).post("/samples/removal");
    expect(sumDrift(await reconcileCounters(desk.pool))).toBe(0);
    const { rows } = await desk.pool.query("select kind, audience, after from history");
    expect(rows).toEqual([
      {
        kind: "samples.removed",
        audience: "administrators",
        after: expect.objectContaining({ companies: 11, kept: expect.objectContaining({ tickets: 0 }) }),
      },
    ]);
  });

  it("keeps who came since, and the sample ticket that they answered, with all that it names", async () => {
    const ada = await hire("Ada Berg", "ada@real.example");
    const ticket = await ticketOfTomas();
    const said = await ada.post(`/tickets/${ticket.id}/comments`, {
      comment: "We are on it.",
      visibility: "public",
    });
    expect(said.status, said.text).toBe(201);
    const { body } = await ada.post("/samples/removal");
    expect(body.kept).toMatchObject({ tickets: 1, companies: 1 });
    expect(body.keeps_own_account).toBe(false);
    const { body: kept } = await ada.get(`/tickets/${ticket.id}`);
    expect(kept).toMatchObject({ client_fullname: "Tomás Aguilar", company_name: "Kestrel Logistics" });
    const { body: list } = await ada.get("/tickets");
    expect(list.meta.total).toBe(1);
    const tomas = await desk.db
      .selectFrom("users")
      .selectAll()
      .where("email", "=", "client@kestrel.example")
      .execute();
    expect(tomas.map(({ deleted_at }) => deleted_at !== null)).toEqual([true]);
    expect(sumDrift(await reconcileCounters(desk.pool))).toBe(0);
  });

  it("keeps a ticket raised since, though a sample account raised it, and closes that account", async () => {
    const tomas = desk.as("client@kestrel.example");
    const { body: raised } = await tomas.post("/tickets", { subject: "A real one", issue: "It is." });
    const { body } = await desk.as(MAREN).post("/samples/removal");
    expect(body.kept.companies).toBe(1);
    const { body: kept } = await desk.as(MAREN).get(`/tickets/${raised.ticket.id}`);
    expect(kept.subject).toBe("A real one");
    expect((await tomas.get("/auth/me")).status).toBe(401);
  });

  it("keeps a client added since, with the sample company they belong to", async () => {
    const kestrel = (await ticketOfTomas()).company_id;
    await hire("Nils Dahl", "nils@real.example", {
      user_type: "external",
      company_id: kestrel,
      role_names: ["Client"],
    });
    const { body } = await desk.as(MAREN).post("/samples/removal");
    expect(body.kept).toMatchObject({ companies: 1, tickets: 0 });
    const { body: company } = await desk.as(MAREN).get(`/companies/${kestrel}`);
    expect([company.name, company.user_count]).toEqual(["Kestrel Logistics", 1]);
  });

  it("keeps a sample account whose password somebody changed: it has an owner", async () => {
    const idris = await desk.idOf("agent@waypost.example");
    const changed = await desk.as("agent@waypost.example").post(`/users/${idris}/change-password`, {
      current_password: "waypost-demo",
      new_password: "another long pass phrase",
    });
    expect(changed.status, changed.text).toBeLessThan(300);
    const { body } = await desk.as(MAREN).post("/samples/removal");
    expect(body.kept.adopted).toBe(1);
    expect((await desk.as("agent@waypost.example").get("/auth/me")).status).toBe(200);
  });

  it("keeps the calendar that somebody has saved since, with its former version", async () => {
    const ada = await hire("Ada Berg", "ada@real.example");
    const [line] = (await ada.get("/calendars")).body.calendars;
    const { name, zone, week, version } = (await ada.get(`/calendars/${line.id}`)).body.calendar;
    const saved = await ada.put(`/calendars/${line.id}`, {
      name,
      zone,
      week,
      days: [],
      base_version: version,
    });
    expect(saved.status, saved.text).toBe(200);
    await ada.post("/samples/removal");
    const { calendar } = (await ada.get(`/calendars/${line.id}`)).body;
    expect([calendar.name, calendar.version, calendar.versions.length]).toEqual(["Business hours", 2, 2]);
  });

  it("takes no ticket and no history that is not marked, whoever deletes", async () => {
    const maren = desk.as(MAREN);
    const { body } = await maren.post("/tickets", { subject: "Mine", issue: "To stay." });
    const tomas = await ticketOfTomas();
    await expect(
      desk.db.transaction().execute(async (db) => {
        await sql`select set_config('waypost.removing_samples', 'yes', true)`.execute(db);
        await sql`delete from tickets where id = ${body.ticket.id}`.execute(db);
      }),
    ).rejects.toThrow("only ever added");
    await expect(sql`delete from history where entity_id = ${tomas.id}`.execute(desk.db)).rejects.toThrow(
      "only ever added",
    );
  });
});

describe("the first steps", () => {
  it("are undone on a new desk, and done by what is really there", async () => {
    const maren = desk.as(MAREN);
    const steps = async () => (await maren.get("/first-steps")).body;
    const undone = { brand: false, team: false, mail: false, client: false, answer: false };
    expect(await steps()).toEqual({ ...undone, samples: true, is_dismissed: false });
    await maren.post("/samples/removal");
    expect(await steps()).toEqual({ ...undone, samples: false, is_dismissed: false });

    await maren.patch("/settings", { brand_name: "Northwind" });
    const idris = await hire("Idris", "idris@real.example", { role_names: ["support_specialist"] });
    const { body: company } = await maren.post("/companies", { name: "Aster" });
    const jonas = await hire("Jonas", "jonas@real.example", {
      user_type: "external",
      company_id: company.id,
      role_names: ["Client"],
    });
    expect(await steps()).toMatchObject({ brand: true, team: true, client: true, answer: false });
    const { body: raised } = await jonas.post("/tickets", { subject: "Help", issue: "Please." });
    await idris.post(`/tickets/${raised.ticket.id}/comments`, { comment: "Here.", visibility: "public" });
    expect(await steps()).toMatchObject({ answer: true, mail: false });
  });

  it("are put away for the whole desk, and come back when asked for", async () => {
    expect((await desk.as("manager@waypost.example").get("/first-steps")).status).toBe(403);
    const ada = await hire("Ada Berg", "ada@real.example");
    await desk.as(MAREN).patch("/first-steps", { is_dismissed: true });
    expect((await ada.get("/first-steps")).body.is_dismissed).toBe(true);
    await ada.patch("/first-steps", { is_dismissed: false });
    expect((await ada.get("/first-steps")).body.is_dismissed).toBe(false);
  });
});

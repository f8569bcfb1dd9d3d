import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Name, World } from "../../test/support/app/app-with-people.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";
import { makeMeasuredWorld, moveTo, runClocks } from "../../test/support/sla-clock/service-levels.ts";
import { OFFICE_WEEK } from "../../test/support/calendars/week-of.ts";
import { emptyTrash } from "#server/trash/empty-trash.ts";

let world: World;
let missed: string;
beforeAll(async () => {
  world = await makeMeasuredWorld();
  await answered("tomas", "17 10:00", "17 11:00");
  await answered("priya", "17 10:00", "17 11:00", { priority: "urgent" });
  missed = await answered("tomas", "17 10:00", "17 15:30", { assignee_id: "idris" });
  await answered("jonas", "18 10:00", "18 11:00");
  moveTo(world, "19 09:00");
  await runClocks(world);
});
afterAll(() => world.end());

/** A ticket with its first answer, so that its first response is decided. */
async function answered(
  name: Name,
  at: string,
  answeredAt: string,
  more: { priority?: string; assignee_id?: Name } = {},
) {
  moveTo(world, at);
  const { priority = "normal", assignee_id } = more;
  const body = { subject: "VPN", issue: "It drops.", priority };
  const { id } = (await world.as(name).post("/tickets", body)).body.ticket;
  if (assignee_id) await world.as("maren").put(`/tickets/${id}`, { assignee_id: world.idOf(assignee_id) });
  moveTo(world, answeredAt);
  await world.as("idris").post(`/tickets/${id}/comments`, { comment: "Mended." });
  await runClocks(world);
  return id;
}

type Row = {
  key: string;
  label: string;
  met: number;
  missed: number;
  share: number | null;
  judged_again: number;
};
const report = async (query: Record<string, string> = {}, name: Name = "lena") =>
  world.as(name).get("/reports/sla", query);
const figures = async (query: Record<string, string> = {}, name: Name = "lena") =>
  (await report(query, name)).body.rows.map(({ label, met, missed: not, share, judged_again }: Row) => [
    label,
    met,
    not,
    share,
    judged_again,
  ]);
const verdicts = async (query: Record<string, string> = {}) =>
  (await world.as("lena").get("/reports/sla/verdicts", query)).body.verdicts;
/** Expects the pages of one row to be the whole list, and their number that of the counters. */
async function compareWithPages(query: Record<string, string>) {
  const lena = world.as("lena");
  const { verdicts: whole, meta } = (await lena.get("/reports/sla/verdicts", query)).body;
  expect(meta.total).toBe(whole.length);
  for (const [index, row] of whole.entries()) {
    const page = { per_page: "1", page: String(index + 1) };
    expect((await lena.get("/reports/sla/verdicts", { ...query, ...page })).body.verdicts).toEqual([row]);
  }
}
const judgeAgain = (body: object = {}, name: Name = "maren") =>
  world.as(name).post(`/tickets/${missed}/sla/judge-again`, {
    target: "first_response",
    cycle: 1,
    reason: "The fire brigade closed the office",
    ...body,
  });

describe("the report", () => {
  it("says how targets were kept by company, month, priority and target", async () => {
    expect(await figures()).toEqual([
      ["Aster Legal", 1, 0, 1, 0],
      ["Kestrel Logistics", 2, 1, 0.666, 0],
    ]);
    expect(await figures({ by: "month" })).toEqual([["2026-11", 3, 1, 0.75, 0]]);
    expect(await figures({ by: "priority" })).toEqual([
      ["Urgent", 1, 0, 1, 0],
      ["Normal", 2, 1, 0.666, 0],
    ]);
    expect(await figures({ by: "target", company_id: world.companies.aster })).toEqual([
      ["First response", 1, 0, 1, 0],
    ]);
    const { total, meta } = (await report({ from: "2026-01", to: "2026-02" })).body;
    expect(total).toEqual({ met: 0, missed: 0, share: null, judged_again: 0 });
    expect(meta.months).toEqual(["2026-01", "2026-02"]);
  });

  it("is refused for months out of order, too many of them, and other words", async () => {
    expect(refusalOf(await report({ from: "2026-11", to: "2026-10" }))).toEqual([
      422,
      "The last month must not be before the first",
    ]);
    expect(refusalOf(await report({ from: "2020-01", to: "2026-10" }))).toEqual([
      422,
      "A report has at most 24 months",
    ]);
    // The year 0 was none, and two months before its first one there is nothing to read.
    const none: Record<string, string>[] = [{ from: "2026-13" }, { to: "0000-01" }, { from: "0000-12" }];
    for (const months of none)
      expect(refusalOf(await report(months))).toEqual([422, "A month looks like 2026-10"]);
  });

  it("is read by administrators, managers and team leads; client administrators read their own company's", async () => {
    for (const name of ["maren", "rafael", "lena"] as const)
      expect((await report({}, name)).status).toBe(200);
    for (const name of ["idris", "tomas", "nobody"] as const)
      expect([name, (await report({ by: "month" }, name)).status]).toEqual([name, 403]);
    expect(await figures({ by: "month" }, "priya")).toEqual([["2026-11", 2, 1, 0.666, 0]]);
    expect(await figures({ by: "month" }, "helena")).toEqual([["2026-11", 1, 0, 1, 0]]);
    expect(refusalOf(await report({ by: "month", company_id: world.companies.aster }, "priya"))).toEqual([
      403,
      "You see the figures of your own company",
    ]);
    expect((await report({ by: "company" }, "priya")).status).toBe(403);
    expect((await world.as("priya").get("/reports/sla/verdicts")).status).toBe(403);
  });

  it("lists them page by page in one order, as many as its figures count", async () => {
    const filters: Record<string, string>[] = [
      {},
      { verdict: "met" },
      { verdict: "missed", target: "first_response" },
    ];
    const spans: Record<string, string>[] = [{}, { from: "2025-01", to: "2026-11" }, { from: "2026-11" }];
    for (const filter of filters) for (const span of spans) await compareWithPages({ ...filter, ...span });
  });

  it("leads to the tickets behind its figures, the farthest over first, also as a file", async () => {
    const [worst, ...others] = await verdicts();
    expect(worst).toMatchObject({
      ticket_id: missed,
      verdict: "missed",
      over_seconds: 5400,
      assignee_fullname: "Idris Okafor",
    });
    expect(others).toHaveLength(3);
    expect(await verdicts({ verdict: "missed", company_id: world.companies.aster })).toEqual([]);
    const file = await world.as("lena").get("/reports/sla/verdicts.csv", { verdict: "missed" });
    const [head, line, end] = String(file.body).split("\r\n");
    expect(head).toMatch(/^uid,subject,company,priority,target,verdict,/);
    expect(line).toContain(",VPN,Kestrel Logistics,normal,first_response,missed,14400,19800,5400,");
    expect(end).toBe("");
    const whole = await world.as("lena").get("/reports/sla.csv", { from: "2026-11", to: "2026-11" });
    expect(String(whole.body).split("\r\n").slice(0, 3)).toEqual([
      "company,month,met,missed,share,judged_again",
      "Aster Legal,2026-11,1,0,1,0",
      "Kestrel Logistics,2026-11,2,1,0.666,0",
    ]);
  });

  it("stands on the dashboard of the desk, with what is due", async () => {
    const { sla } = (await world.as("idris").get("/dashboard/metrics")).body;
    expect(sla).toEqual({ overdue: 1, due_soon: 0, paused: 0, met_this_month: 3, missed_this_month: 1 });
  });
});

describe("judging again", () => {
  it("is for administrators, with a reason, and of what was decided", async () => {
    for (const name of ["rafael", "idris", "tomas"] as const)
      expect((await judgeAgain({}, name)).status).toBe(403);
    expect(refusalOf(await judgeAgain({ reason: "no" }))).toEqual([
      422,
      "A reason of at least 3 characters is needed",
    ]);
    expect(refusalOf(await judgeAgain({ cycle: 2 }))).toEqual([409, "There is nothing to judge again"]);
    expect((await judgeAgain({ cycle: 2_147_483_648 })).status).toBe(422);
    expect(refusalOf(await judgeAgain({ target: "resolution" }))).toEqual([
      409,
      "There is nothing to judge again",
    ]);
  });

  it("keeps both results with reason and person, and counts the new one in the month of the old one", async () => {
    const { id, version } = (await world.as("maren").get("/calendars")).body.calendars[0];
    const days = [{ day: "2026-11-17", name: "Fire", hours: [["08:00", "12:00"]] }];
    await world.as("maren").put(`/calendars/${id}`, {
      name: "Business hours",
      zone: "UTC",
      week: OFFICE_WEEK,
      days,
      base_version: version,
    });
    world.clock.at = new Date("2026-12-01T09:00:00Z");
    const { status, body } = await judgeAgain();
    expect([status, body.before, body.after]).toMatchObject([
      200,
      { verdict: "missed", used_seconds: 19_800, superseded: true, reason: null },
      {
        verdict: "met",
        used_seconds: 7200,
        superseded: false,
        reason: "The fire brigade closed the office",
        by_fullname: "Maren Solberg",
      },
    ]);
    expect(await figures({ from: "2026-11", to: "2026-12" })).toEqual([
      ["Aster Legal", 1, 0, 1, 0],
      ["Kestrel Logistics", 3, 0, 1, 1],
    ]);
    const staff = (await world.as("idris").get(`/tickets/${missed}/sla`)).body.clocks[0];
    expect(staff).toMatchObject({ state: "met", used_seconds: 7200, may_judge_again: false });
    expect(staff.verdicts).toHaveLength(2);
    const client = (await world.as("tomas").get(`/tickets/${missed}/sla`)).body.clocks[0];
    expect(client).toMatchObject({ state: "met", used_seconds: 7200 });
    expect(JSON.stringify(client)).not.toMatch(/fire brigade|verdicts|Maren/);
    const history = (await world.as("idris").get(`/tickets/${missed}/history`)).body.items;
    expect(history.at(-1)).toMatchObject({ kind: "ticket.sla_judged_again", audience: "internal" });
    const rows = await verdicts({
      from: "2026-11",
      to: "2026-11",
      verdict: "met",
      company_id: world.companies.kestrel,
    });
    const again = rows.filter((each: { judged_again: boolean }) => each.judged_again);
    expect(again).toMatchObject([
      {
        ticket_id: missed,
        before: { verdict: "missed", over_seconds: 5400 },
        judged_by_fullname: "Maren Solberg",
        reason: "The fire brigade closed the office",
      },
    ]);
    const file = await world.as("lena").get("/reports/sla/verdicts.csv", { from: "2026-11", to: "2026-11" });
    expect(String(file.body)).toContain(",true,missed,Maren Solberg,The fire brigade closed the office\r\n");
    await compareWithPages({ from: "2026-10", to: "2026-12" });
  });

  it("can be repeated, and the counters are what a recount finds", async () => {
    expect((await judgeAgain()).body.before).toMatchObject({ verdict: "met", superseded: true });
    expect(await figures({ from: "2026-11", to: "2026-11", company_id: world.companies.kestrel })).toEqual([
      ["Kestrel Logistics", 3, 0, 1, 1],
    ]);
    const { rows } = await world.pool.query("select recount_sla() as drift");
    expect(rows).toEqual([{ drift: 0 }]);
    await world.pool.query(
      "update sla_monthly set met = met + 5 where slot = (select min(slot) from sla_monthly)",
    );
    expect((await world.pool.query("select recount_sla() > 0 as found")).rows).toEqual([{ found: true }]);
    expect((await world.pool.query("select recount_sla() as drift")).rows).toEqual([{ drift: 0 }]);
  });

  it("never changes nor deletes a verdict, whoever asks the database", async () => {
    for (const statement of [
      "update sla_verdicts set verdict = 'met'",
      "update sla_verdicts set reason = null where reason is not null",
      "delete from sla_verdicts",
    ])
      await expect(world.pool.query(statement)).rejects.toThrow("rows are only ever added");
  });
});

it("of a ticket in the trash the figures stay, and its subject is for those who may look into it", async () => {
  const query = { from: "2026-11", to: "2026-11", company_id: world.companies.kestrel };
  const read = async (name: Name) => {
    const { body } = await world.as(name).get("/reports/sla/verdicts", query);
    const row = body.verdicts.find(({ ticket_id }: { ticket_id: string }) => ticket_id === missed);
    const file = await world.as(name).get("/reports/sla/verdicts.csv", query);
    const line = String(file.body)
      .split("\r\n")
      .find((each) => each.startsWith(row.uid));
    return [row.subject, row.in_trash, line?.includes(",VPN,")];
  };
  expect(await read("lena")).toEqual(["VPN", false, true]);
  const before = await figures(query);
  await world.as("maren").delete(`/tickets/${missed}`);
  expect(await figures(query)).toEqual(before);
  expect(await read("lena")).toEqual([null, true, false]);
  expect(await read("maren")).toEqual(["VPN", true, true]);
  await world.as("maren").post(`/tickets/${missed}/restore`);
});

it("of an erased ticket the figures stay, and neither subject nor reason", async () => {
  await world.as("maren").delete(`/tickets/${missed}`);
  world.clock.at = new Date("2027-01-10T09:00:00Z");
  await emptyTrash(world.app);
  expect(await figures({ from: "2026-11", to: "2026-11", company_id: world.companies.kestrel })).toEqual([
    ["Kestrel Logistics", 3, 0, 1, 1],
  ]);
  const rows = await verdicts({ from: "2026-11", to: "2026-11", company_id: world.companies.kestrel });
  expect(rows.find((row: { ticket_id: string }) => row.ticket_id === missed)).toMatchObject({
    subject: null,
    reason: null,
  });
  const { rows: kept } = await world.pool.query("select reason from sla_verdicts where ticket_id = $1", [
    missed,
  ]);
  expect(kept.map(({ reason }) => reason)).toEqual([null, null, null]);
  const { rows: told } = await world.pool.query(
    "select reason from history where entity_id = $1 and kind = 'ticket.sla_judged_again'",
    [missed],
  );
  expect(told.map(({ reason }) => reason)).toEqual([null, null]);
});

it("a file of many is whole and in the order of the list", async () => {
  await world.pool.query(
    `insert into sla_verdicts select (jsonb_populate_record(v, jsonb_build_object(
       'id', gen_random_uuid(), 'cycle', 1000 + n, 'over_seconds', n % 3, 'target_seconds', n))).*
     from sla_verdicts v, generate_series(1, 1100) as n
     where v.id = (select id from sla_verdicts where supersedes_id is null and verdict = 'met' order by id limit 1)`,
  );
  const lena = world.as("lena");
  const query = { from: "2026-10", to: "2026-12" };
  const file = String((await lena.get("/reports/sla/verdicts.csv", query)).body).trim();
  const filed = file
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(",").slice(6, 9));
  const listed = [];
  for (let page = 1; page === 1 || listed.length % 100 === 0; page += 1) {
    const { body } = await lena.get("/reports/sla/verdicts", {
      ...query,
      per_page: "100",
      page: String(page),
    });
    for (const row of body.verdicts)
      listed.push([row.target_seconds, row.used_seconds, row.over_seconds].map(String));
  }
  expect(filed).toHaveLength(1104);
  expect(filed).toEqual(listed);
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { asGuest } from "../../test/support/app/as-external-user.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";
import { OFFICE_WEEK } from "../../test/support/calendars/week-of.ts";
import { readCalendarVersions } from "./versions.ts";
import { openHours } from "./windows.ts";

let world: World;
let tests = 0;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(() => {
  tests += 1;
  world.clock.at = new Date("2026-11-20T10:00:00.000Z");
});

const OPEN = [["08:00", "18:00"]];
const monday = (...mon: string[][]) => ({ week: { ...OFFICE_WEEK, mon } });
const CHRISTMAS = { day: "2026-12-25", name: "Christmas Day", hours: null };
const draft = (more: object = {}) => ({
  name: `Hours ${tests}`,
  zone: "Europe/London",
  week: OFFICE_WEEK,
  days: [CHRISTMAS],
  ...more,
});
const maren = () => world.as("maren");
const add = (more: object = {}) => maren().post("/calendars", draft(more));
const added = async (more: object = {}) => (await add(more)).body.calendar;
const save = (id: string, base_version: number, more: object = {}) =>
  maren().put(`/calendars/${id}`, { ...draft(more), base_version });
const read = async (id: string, query: Record<string, string> = {}) =>
  (await world.as("idris").get(`/calendars/${id}`, query)).body.calendar;
const ABSENT = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";

describe("calendars", () => {
  it("are read by staff and set by administrators; clients have none, in the database neither", async () => {
    const { id, version } = await added();
    const answersTo = async (name: Name) => {
      const as = world.as(name);
      const answers = await Promise.all([
        as.get("/calendars"),
        as.get(`/calendars/${id}`),
        as.post("/calendars", draft({ name: `By ${name}` })),
        as.put(`/calendars/${id}`, { ...draft(), base_version: version }),
        as.get("/calendars/holidays/countries"),
        as.get("/calendars/holidays", { country: "GB", year: "2027" }),
        as.delete(`/calendars/${id}`),
      ]);
      return answers.map(({ status }) => status);
    };
    for (const name of ["priya", "tomas", "nobody"] as const)
      expect([name, await answersTo(name)]).toEqual([name, Array(7).fill(403)]);
    for (const name of ["rafael", "lena", "idris"] as const)
      expect([name, await answersTo(name)]).toEqual([name, [200, 200, ...Array(5).fill(403)]]);
    for (const table of ["calendars", "calendar_versions", "calendar_days"] as const)
      await expect(
        asGuest(world, "priya", (db) => db.selectFrom(table).selectAll().execute()),
      ).rejects.toThrow(/permission denied/);
  });

  it("are refused with a sentence for each thing that is wrong", async () => {
    const day = (more: object) => ({ days: [{ ...CHRISTMAS, ...more }] });
    const five = ["01", "03", "05", "07", "09"].map((hour) => [`${hour}:00`, `${hour}:30`]);
    const cases: [object, string][] = [
      [{ name: " " }, "Name the calendar"],
      [{ name: "x".repeat(81) }, "Name must be at most 80 characters"],
      [{ name: "Office\u200Bhours" }, "Name contains an invisible character or the end of a line"],
      [{ zone: "Mars/Olympus" }, "Choose a time zone such as Europe/Oslo"],
      [{ zone: "+01:00" }, "Choose a time zone such as Europe/Oslo"],
      [monday(["8:00", "18:00"]), "Hours must look like 08:00"],
      [monday(["08:00", "24:30"]), "Hours must look like 08:00"],
      [monday(["18:00", "08:00"]), "The end must be after the beginning"],
      [monday(["08:00", "08:00"]), "The end must be after the beginning"],
      [monday(["08:00", "13:00"], ["12:59", "18:00"]), "These hours overlap"],
      [monday(...five), "A day has at most 4 stretches of hours"],
      [
        { week: { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] } },
        "A calendar needs at least one open hour",
      ],
      [
        { week: { mon: [["08:00", "08:59"]], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] } },
        "A calendar needs at least one open hour",
      ],
      [day({ day: "2026-02-30" }), "Choose a date such as 2026-12-24"],
      [day({ day: "24.12.2026" }), "Choose a date such as 2026-12-24"],
      [day({ day: "1999-12-31" }), "Choose a date such as 2026-12-24"],
      [day({ name: "" }), "Give a name to each special day"],
      [day({ name: "x".repeat(121) }), "The name of a day must be at most 120 characters"],
      [{ days: [CHRISTMAS, CHRISTMAS] }, "This day is listed twice"],
      [day({ hours: [["13:00", "08:00"]] }), "The end must be after the beginning"],
      [{ days: manyDays(401) }, "A calendar has at most 400 special days"],
      [{ week: { ...OFFICE_WEEK, tag: [] } }, "Unknown field: tag"],
      [{ apply_to_open: true }, "Unknown field: apply_to_open"],
    ];
    for (const [more, detail] of cases) {
      const answer = await add(more);
      expect([more, answer.status]).toEqual([more, 422]);
      expect(JSON.stringify(answer.body)).toContain(detail);
    }
    expect(await maren().post("/calendars", {})).toMatchObject({ status: 422 });
  });

  it("hold up to four stretches a day and 400 special days, sorted, and 24:00 as the end of the day", async () => {
    const mon = [
      ["20:00", "24:00"],
      ["13:00", "18:00"],
      ["00:00", "01:00"],
      ["08:00", "13:00"],
    ];
    const days = manyDays(400).toReversed();
    const calendar = await added({
      week: { ...OFFICE_WEEK, mon },
      days: [...days.slice(1), { ...days[0], hours: [] }],
    });
    expect(calendar.week.mon).toEqual([mon[2], mon[3], mon[1], mon[0]]);
    expect(calendar.days).toEqual(manyDays(400));
    expect(calendar.special_days).toBe(400);
  });

  it("are listed by name, without archived ones", async () => {
    const second = await added({ name: `zz ${tests}` });
    const first = await added({ name: `Aa ${tests}` });
    const gone = await added({ name: `Gone ${tests}` });
    await maren().delete(`/calendars/${gone.id}`);
    const { calendars, meta } = (await world.as("rafael").get("/calendars")).body;
    const ids: string[] = calendars.map(({ id }: { id: string }) => id);
    expect([ids[0], ids.at(-1)]).toEqual([first.id, second.id]);
    expect(ids).not.toContain(gone.id);
    expect(meta.total).toBe(ids.length);
    const page = (await world.as("rafael").get("/calendars", { page_size: "1", page: "2" })).body;
    expect(page.calendars.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1, 2));
  });

  it("have names that are unique among those that are not archived, whatever their case", async () => {
    const { id } = await added({ name: "Night shift" });
    const taken = await add({ name: "NIGHT SHIFT" });
    expect(refusalOf(taken)).toEqual([409, "A calendar with this name already exists"]);
    expect(taken.body.errors[0].path).toBe("name");
    const other = await added();
    expect((await save(other.id, 1, { name: "night shift" })).status).toBe(409);
    await maren().delete(`/calendars/${id}`);
    expect((await add({ name: "Night shift" })).status).toBe(201);
  });

  it("are at most a hundred, also for two who add one at once", async () => {
    await world.pool.query(
      `insert into calendars (name, version)
       select 'Many ' || n, 1 from generate_series(1, 99 - (select count(*)::int from calendars
         where archived_at is null)) n`,
    );
    const both = await Promise.all([add({ name: "Last one" }), add({ name: "One too many" })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
    expect(both.find(({ status }) => status === 422)?.body.detail).toBe("At most 100 calendars can be kept");
    await world.pool.query("delete from calendars where name like 'Many %'");
  });
});

describe("a saved calendar", () => {
  it("is a new version, and the former ones can still be read as they were", async () => {
    const { id } = await added();
    world.pass(60_000);
    const saved = await save(id, 1, { name: "Later", zone: "Europe/Oslo", days: [] });
    expect([saved.status, saved.body.calendar.version]).toEqual([200, 2]);
    expect(await read(id)).toMatchObject({ name: "Later", zone: "Europe/Oslo", days: [], shown_version: 2 });
    const first = await read(id, { version: "1" });
    expect(first).toMatchObject({
      name: "Later",
      zone: "Europe/London",
      days: [CHRISTMAS],
      shown_version: 1,
      version: 2,
    });
    expect(first.versions).toEqual([
      { number: 2, created_at: "2026-11-20T10:01:00.000Z", created_by_fullname: "Maren Solberg" },
      { number: 1, created_at: "2026-11-20T10:00:00.000Z", created_by_fullname: "Maren Solberg" },
    ]);
    const absent = await world.as("idris").get(`/calendars/${id}`, { version: "3" });
    expect(refusalOf(absent)).toEqual([404, "Calendar not found"]);
  });

  it("stays as it is when nothing differs", async () => {
    const { id } = await added();
    const again = await save(id, 1, {
      days: [CHRISTMAS],
      week: { ...OFFICE_WEEK, tue: [...OPEN].toReversed() },
    });
    expect([again.status, again.body.calendar.version, again.body.calendar.versions.length]).toEqual([
      200, 1, 1,
    ]);
  });

  it("is refused to whoever does not know what somebody saved meanwhile", async () => {
    const { id } = await added();
    const both = await Promise.all([save(id, 1, { zone: "Europe/Oslo" }), save(id, 1, { zone: "UTC" })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await save(id, 1, { name: "x" })).body.code).toBe("request.changed_meanwhile");
    expect((await save(ABSENT, 1)).status).toBe(404);
    const without = await maren().put(`/calendars/${id}`, draft());
    expect(without.status).toBe(422);
    expect((await read(id)).version).toBe(2);
  });

  it("says in the audit log what it was and what it is", async () => {
    const { id } = await added();
    await save(id, 1, { days: [] });
    await maren().delete(`/calendars/${id}`);
    const { items } = (await maren().get("/audit", { entity: "calendar", entity_id: id })).body;
    expect(items.map(({ kind, before, after }: Record<string, unknown>) => [kind, before, after])).toEqual([
      ["calendar.archived", { name: `Hours ${tests}` }, null],
      ["calendar.saved", { version: 1, days: [CHRISTMAS] }, { version: 2, days: [] }],
      ["calendar.saved", null, { ...draft(), version: 1 }],
    ]);
    expect(items[0]).toMatchObject({ entity_label: `Hours ${tests}`, actor_name: "Maren Solberg" });
  });
});

describe("what was saved once", () => {
  it("is never changed nor deleted, whoever asks the database", async () => {
    const { id } = await added();
    const spoil = [
      "update calendar_versions set zone = 'UTC' where calendar_id = $1",
      "delete from calendar_versions where calendar_id = $1",
      "delete from calendars where id = $1",
      "delete from calendar_days where calendar_version_id in (select id from calendar_versions where calendar_id = $1)",
      `update calendar_days set name = '' where calendar_version_id in
         (select id from calendar_versions where calendar_id = $1)`,
    ];
    for (const text of spoil)
      for (const before of ["", "set waypost.removing_samples = 'yes'; "]) {
        const client = await world.pool.connect();
        try {
          await client.query(`begin; ${before}`);
          await expect(client.query(text, [id])).rejects.toThrow("rows are only ever added");
        } finally {
          await client.query("rollback");
          client.release();
        }
      }
    expect((await read(id)).days).toEqual([CHRISTMAS]);
  });

  it("is read with its days by its id, and counts as it says", async () => {
    const { id } = await added({ zone: "UTC" });
    const { rows } = await world.pool.query("select id from calendar_versions where calendar_id = $1", [id]);
    const versions = await readCalendarVersions(world.db, [rows[0].id, ABSENT]);
    const version = versions.get(rows[0].id);
    expect([versions.size, version?.number, version?.days]).toEqual([1, 1, [CHRISTMAS]]);
    if (!version) throw new Error("there is no such version");
    const { worked } = await openHours(version);
    expect(worked(Date.UTC(2026, 11, 24) / 1000, Date.UTC(2026, 11, 27) / 1000)).toBe(10 * 3600);
  });
});

describe("an archived calendar", () => {
  it("can be read and not saved, and is gone for those who archive it again", async () => {
    const { id } = await added();
    expect((await maren().delete(`/calendars/${id}`)).status).toBe(204);
    expect(await read(id)).toMatchObject({ archived_at: "2026-11-20T10:00:00.000Z", days: [CHRISTMAS] });
    expect(refusalOf(await save(id, 1, { zone: "UTC" }))).toEqual([404, "Calendar not found"]);
    expect((await maren().delete(`/calendars/${id}`)).status).toBe(404);
    expect((await maren().delete(`/calendars/${ABSENT}`)).status).toBe(404);
  });
});

describe("next year's holidays", () => {
  it("are missed from November 1 on, in the calendar's zone, where there are some this year and none in the next", async () => {
    const { id } = await added({ zone: "Pacific/Apia" });
    const missing = async (now: string) => {
      world.clock.at = new Date(now);
      return (await read(id)).holidays_missing;
    };
    expect(await missing("2026-10-31T10:59:59Z")).toBeNull();
    expect(await missing("2026-10-31T11:00:00Z")).toBe(2027);
    expect(await missing("2026-12-31T10:59:59Z")).toBe(2027);
    expect(await missing("2026-12-31T11:00:00Z")).toBeNull();
    world.clock.at = new Date("2026-11-20T10:00:00Z");
    await save(id, 1, { zone: "Pacific/Apia", days: [CHRISTMAS, { ...CHRISTMAS, day: "2027-01-01" }] });
    expect((await read(id)).holidays_missing).toBeNull();
    expect((await added({ name: `None ${tests}`, days: [] })).holidays_missing).toBeNull();
  });
});

/** So many days in a row, which have names. */
function manyDays(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    name: `Day ${index}`,
    hours: null,
  }));
}

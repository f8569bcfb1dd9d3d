import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isClosed, STATUSES } from "#contract/statuses.ts";
import { createSeededRandom } from "#server/lib/seeded-random.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";

const DAY = 24 * 3_600_000;
let world: World;
let first: string;
let second: string;
let tickets: Ticket[];

type Ticket = {
  group: string | null;
  status: string;
  assignee: string | null;
  created: Date;
  closed: Date | null;
  deleted: boolean;
};

beforeAll(async () => {
  world = await makeWorld();
  first = await team("First line", ["lena"]);
  second = await team("Second line", ["idris"]);
  await team("Retired", ["lena"]);
  tickets = invent(400);
  for (const [at, one] of tickets.entries()) await insert(at, one);
  const { rows } = await world.pool.query<{ id: string }>("select id from groups where name = 'Retired'");
  expect((await world.as("maren").delete(`/groups/${rows[0]?.id}`)).status).toBe(204);
});
afterAll(() => world.end());

const figures = async (name: "maren" | "lena") => (await world.as(name).get("/dashboard/teams")).body;

describe("the figures of teams", () => {
  it("are refused to who looks after none", async () => {
    for (const name of ["idris", "priya", "tomas", "nobody"] as const)
      expect((await world.as(name).get("/dashboard/teams")).status).toBe(403);
  });

  it("are a team lead's own teams', counted one by one, beside the whole desk's", async () => {
    expect(await figures("lena")).toEqual({
      days: 30,
      whole: count(() => true),
      teams: [{ id: first, name: "First line", ...count(({ group }) => group === first) }],
    });
  });

  it("are every living team's of the staff for who manages teams", async () => {
    const { teams } = await figures("maren");
    // A manager leads teams as a team lead does: the own ones, here none.
    expect((await world.as("rafael").get("/dashboard/teams")).body.teams).toEqual([]);
    expect(teams.filter(({ name }: { name: string }) => name.endsWith("line"))).toEqual([
      { id: first, name: "First line", ...count(({ group }) => group === first) },
      { id: second, name: "Second line", ...count(({ group }) => group === second) },
    ]);
  });

  it("hold no team of a company, and follow a person who leaves a team", async () => {
    const made = await world
      .as("maren")
      .post("/groups", { name: "Warehouse", company_id: world.companies.kestrel });
    expect(made.status).toBe(201);
    const names = (await figures("maren")).teams.map(({ name }: { name: string }) => name);
    expect(names).toEqual(["First line", "Second line", "Support"]);
    await world.as("maren").patch(`/groups/${first}`, { member_ids: [] });
    expect((await figures("lena")).teams).toEqual([]);
  });
});

/** As somebody would count who has all tickets on paper. */
function count(isAsked: (ticket: Ticket) => boolean) {
  const asked = tickets.filter((ticket) => !ticket.deleted && isAsked(ticket));
  const active = asked.filter(({ status }) => status !== "closed");
  const since = world.clock.now().getTime() - 30 * DAY;
  const hours = asked
    .flatMap(({ status, created, closed }) =>
      status === "closed" && closed && closed.getTime() > since
        ? [Math.floor((closed.getTime() - created.getTime() + 1_800_000) / 3_600_000)]
        : [],
    )
    .toSorted((a, b) => a - b);
  return {
    active: active.length,
    open: active.filter(({ status }) => status === "open").length,
    in_progress: active.filter(({ status }) => status === "in_progress").length,
    unassigned: active.filter(({ assignee }) => assignee === null).length,
    closed: hours.length,
    median_resolution_time_hours: hours[Math.ceil(hours.length / 2) - 1] ?? null,
  };
}

function invent(many: number): Ticket[] {
  const dice = createSeededRandom(7);
  const now = world.clock.now().getTime();
  return Array.from({ length: many }, () => {
    const created = new Date(now - dice.below(90 * DAY));
    const status = dice.pick(STATUSES);
    return {
      group: dice.pick([first, second, null]),
      status,
      assignee: dice.pick([world.idOf("lena"), null]),
      created,
      closed: isClosed(status) ? new Date(created.getTime() + dice.below(now - created.getTime())) : null,
      deleted: dice.chance(0.1),
    };
  });
}

/** Inserted as rows, at moments that the API would not allow. */
async function insert(at: number, { group, status, assignee, created, closed, deleted }: Ticket) {
  await world.db
    .insertInto("tickets")
    .values({
      number: 5000 + at,
      uid: `F-${at}`,
      subject: "Printer",
      issue: "Blank",
      status,
      priority: "high",
      company_id: world.companies.kestrel,
      group_id: group,
      assignee_id: assignee,
      created_by: world.idOf("maren"),
      created,
      updated: created,
      closed,
      deleted_at: deleted ? world.clock.now() : null,
    })
    .execute();
}

async function team(name: string, members: ("lena" | "idris")[]): Promise<string> {
  const member_ids = members.map((member) => world.idOf(member));
  const { status, body } = await world.as("maren").post("/groups", { name, member_ids });
  expect(status).toBe(201);
  return body.id;
}

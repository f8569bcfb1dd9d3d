import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { waitForLockWaiters } from "../../test/support/database/lock-waiters.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";
import { watchTransactions } from "../../test/support/database/watch-statements.ts";

const MINUTE = 60_000;
const ABSENT = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
let world: World;
let ids: string[];
let id: string;
let tests = 0;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  tests += 1;
  ids = [];
  for (const n of [1, 2, 3]) {
    const raised = await world.as("tomas").post("/tickets", { subject: `Printer ${n}`, issue: "Jams." });
    ids.push(raised.body.ticket.id);
  }
  id = ids[0] ?? "";
});

const apply = (effects: object, more: object = {}, name: Name = "idris") =>
  world.as(name).post("/macros/apply", { ticket_ids: ids, effects, ...more });
const undo = (group: string, name: Name = "idris") => world.as(name).post(`/tickets/undo/${group}`);
const get = async (ticket = id) => (await world.as("idris").get(`/tickets/${ticket}`)).body;
const checklist = async (ticket = id) =>
  (await world.as("idris").get(`/tickets/${ticket}/checklist`)).body.items.map(
    ({ text }: { text: string }) => text,
  );
const makeTag = (name: string) => world.as("idris").post("/tags", { name });
const makeTeam = async (name: string): Promise<string> =>
  (await world.as("maren").post("/groups", { name, member_ids: [] })).body.id;
/** Everything that effects can be seen by. */
const state = async (ticket = id) => {
  const { status, priority, assignee_id, group_id, follow_up_at, tags } = await get(ticket);
  return { status, priority, assignee_id, group_id, follow_up_at, tags, items: await checklist(ticket) };
};

describe("setting several things on tickets", () => {
  it("refuses nothing to set, what nobody knows, and tickets that are not there", async () => {
    const cases: [object, object, number, string][] = [
      [{}, {}, 422, "Choose what to set"],
      [{ colour: "red" }, {}, 422, "Unknown field: colour"],
      [{ priority: "high" }, { ticket_ids: [] }, 422, "Choose at least one ticket"],
      [{ priority: "high" }, { ticket_ids: [ABSENT] }, 404, "Ticket not found"],
      [{ assignee: ABSENT }, {}, 409, "This macro no longer fits: ? can no longer be assigned"],
      [
        { add_tags: ["never-there"] },
        {},
        409,
        "This macro no longer fits: there is no tag never-there any more",
      ],
      [{ follow_up: { in_days: 0, at: "09:00" } }, {}, 422, ""],
    ];
    for (const [effects, more, status, detail] of cases) {
      const answer = await apply(effects, more);
      expect([effects, answer.status]).toEqual([effects, status]);
      expect(JSON.stringify(answer.body)).toContain(JSON.stringify(detail).slice(1, -1));
    }
    const many = Array.from({ length: 201 }, (_, n) => ABSENT.replace(/^.{3}/, String(100 + n)));
    expect((await apply({ priority: "high" }, { ticket_ids: many })).status).toBe(422);
  });

  it("asks for each as if it were done by hand: nobody's macro gives them a right", async () => {
    await world.pool.query(
      "delete from role_permissions where permission = 'tickets.assign' and role_id = (select id from roles where key = 'support_specialist')",
    );
    try {
      const before = await state();
      const answer = await apply({ priority: "high", team: await makeTeam(`Team ${tests}`) });
      expect(refusalOf(answer)).toEqual([403, "Only staff can choose who takes a ticket"]);
      expect(answer.body.facts.tickets).toHaveLength(3);
      expect(await state()).toEqual(before);
      expect((await apply({ priority: "high" })).status).toBe(200);
    } finally {
      await world.pool.query(
        "insert into role_permissions (role_id, permission) select id, 'tickets.assign' from roles where key = 'support_specialist'",
      );
    }
  });

  it("refuses what no longer fits, says all of it, and sets nothing at all", async () => {
    const team = await makeTeam(`Team ${tests}`);
    const tag = `gone-${tests}`;
    await makeTag(tag);
    const [found] = (await world.as("lena").get("/tags", { search: tag })).body.items;
    await world.as("lena").delete(`/tags/${found.id}`);
    await world.as("maren").delete(`/groups/${team}`);
    const before = await state();
    const answer = await apply({ priority: "high", team, add_tags: [tag], checklist: ["Call"] });
    expect(refusalOf(answer)).toEqual([
      409,
      `This macro no longer fits: the team Team ${tests} takes no tickets any more`,
    ]);
    expect(answer.body.facts.stale.map(({ field }: { field: string }) => field)).toEqual([
      "team",
      "add_tags",
    ]);
    expect(await state()).toEqual(before);
  });

  it("is all or nothing: one ticket that cannot take it refuses the whole, and is named", async () => {
    await world.as("idris").post(`/tickets/${ids[1]}/solve`);
    const before = await state();
    const answer = await apply({ priority: "high", follow_up: { in_days: 1, at: "09:00" } });
    const { uid } = await get(ids[1]);
    expect(refusalOf(answer)).toEqual([409, `${uid} is closed: open it first`]);
    expect(answer.body.facts.tickets).toEqual([
      {
        id: ids[1],
        uid,
        code: "ticket.follow_up_closed",
        detail: `${uid} is closed: open it first`,
        params: { uid },
      },
    ]);
    expect(await state()).toEqual(before);
  });

  it("sets all of it on every ticket, and one undo takes all of it back", async () => {
    const team = await makeTeam(`Team ${tests}`);
    await makeTag(`vpn-${tests}`);
    await makeTag(`old-${tests}`);
    await world.as("idris").put(`/tickets/${id}/tags`, { tags: [`old-${tests}`] });
    await world.as("idris").post(`/tickets/${id}/checklist`, { text: "First" });
    const before = [await state(), await state(ids[1])];
    const answer = await apply({
      status: "pending",
      priority: "urgent",
      assignee: "me",
      team,
      follow_up: { in_days: 2, at: "09:00" },
      add_tags: [`vpn-${tests}`],
      remove_tags: [`old-${tests}`],
      checklist: ["First", "Call back", "Call back"],
    });
    expect(answer.status).toBe(200);
    expect(answer.body.missing).toEqual([]);
    const set = {
      // On hold until then, and pending afterwards.
      status: "on_hold",
      priority: "urgent",
      assignee_id: world.idOf("idris"),
      group_id: team,
      follow_up_at: "2026-11-24T09:00:00.000Z",
      tags: [`vpn-${tests}`],
    };
    expect(await state()).toEqual({ ...set, items: ["First", "Call back"] });
    expect(await state(ids[1])).toEqual({ ...set, items: ["First", "Call back"] });
    const undone = await undo(answer.body.group_id);
    expect([undone.status, undone.body.kept, undone.body.tickets.length]).toEqual([200, [], 3]);
    expect([await state(), await state(ids[1])]).toEqual(before);
  });

  it("is undone but for what somebody changed since, and by nobody else", async () => {
    await makeTag(`vpn-${tests}`);
    const { body } = await apply({
      priority: "high",
      add_tags: [`vpn-${tests}`],
      checklist: ["Call back", "Order"],
    });
    await world.as("lena").put(`/tickets/${id}`, { priority: "urgent" });
    const items = (await world.as("lena").get(`/tickets/${id}/checklist`)).body.items;
    await world.as("lena").patch(`/tickets/${id}/checklist/${items[0].id}`, { done: true });
    expect((await undo(body.group_id, "lena")).status).toBe(404);
    const undone = await undo(body.group_id);
    expect(undone.body.kept).toEqual([id]);
    expect(await state()).toMatchObject({ priority: "urgent", tags: [], items: ["Call back"] });
    expect(await state(ids[1])).toMatchObject({ priority: "normal", tags: [], items: [] });
    const late = await apply({ priority: "low" });
    world.pass(11 * MINUTE);
    expect((await undo(late.body.group_id)).status).toBe(409);
  });

  it("sets nothing where everything is so already, and leaves tickets out that are gone", async () => {
    await apply({ priority: "high" });
    const { version } = await get();
    const answer = await apply({ priority: "high" }, { ticket_ids: [id, id, ABSENT] });
    expect([answer.body.tickets.length, answer.body.missing]).toEqual([1, [ABSENT]]);
    expect((await get()).version).toBe(version);
  });

  it("names a former tag's successor, and takes a tag that is full for a refusal", async () => {
    await makeTag(`new-${tests}`);
    await makeTag(`old-${tests}`);
    const find = async (name: string): Promise<string> =>
      (await world.as("lena").get("/tags", { search: name })).body.items[0].id;
    await world
      .as("lena")
      .post(`/tags/${await find(`old-${tests}`)}/merge`, { into_id: await find(`new-${tests}`) });
    await apply({ add_tags: [`old-${tests}`] });
    expect((await get()).tags).toEqual([`new-${tests}`]);
    const many = Array.from({ length: 20 }, (_, n) => `many-${tests}-${n}`);
    await world.as("idris").put(`/tickets/${id}/tags`, { tags: many });
    const before = await state();
    expect(refusalOf(await apply({ priority: "low", add_tags: [`new-${tests}`] }))).toEqual([
      422,
      "A ticket can have at most 20 tags",
    ]);
    expect(await state()).toEqual(before);
  });

  it("adds a tag that another one was merged into, also where it was to take the other one off", async () => {
    await makeTag(`new-${tests}`);
    await makeTag(`old-${tests}`);
    const find = async (name: string): Promise<string> =>
      (await world.as("lena").get("/tags", { search: name })).body.items[0].id;
    const into_id = await find(`new-${tests}`);
    await world.as("lena").post(`/tags/${await find(`old-${tests}`)}/merge`, { into_id });
    const effects = { add_tags: [`new-${tests}`], remove_tags: [`old-${tests}`] };
    for (const time of ["first", "second"]) {
      await apply(effects);
      expect([time, (await get()).tags]).toEqual([time, [`new-${tests}`]]);
    }
  });

  it("tells the new assignee of all of them, and clears what is done from the own Inbox", async () => {
    await apply({ assignee: world.idOf("lena") });
    const { items } = (await world.as("lena").get("/inbox", { tab: "unread" })).body;
    const about = items.map(({ ticket_id }: { ticket_id: string }) => ticket_id);
    expect(ids.every((ticket) => about.includes(ticket))).toBe(true);
  });

  it("takes as many statements for many tickets as for one", async () => {
    await makeTag(`vpn-${tests}`);
    const count = async (priority: string, ticket_ids: string[]) => {
      let n = 0;
      const stop = watchTransactions(() => (n += 1));
      const effects = { priority, assignee: "me", add_tags: [`vpn-${tests}`], checklist: [priority] };
      await apply({ ...effects, follow_up: { in_days: 2, at: "09:00" } }, { ticket_ids });
      stop();
      return n;
    };
    const one = await count("high", [id]);
    expect(one).toBeGreaterThan(2);
    expect(await count("urgent", ids.slice(1))).toBe(one);
  });
});

describe("somebody whose right is taken meanwhile", () => {
  it("sets nothing at all", async () => {
    const before = await state();
    const token = await world.tokenOf("idris");
    const role = "(select id from roles where key = 'support_specialist')";
    const blocker = await world.pool.connect();
    try {
      // The ticket is held, so that the macro waits; the right goes while it does.
      await blocker.query("begin");
      await blocker.query("select id from tickets where id = $1 for update", [id]);
      const applied = world.withToken(token).post("/macros/apply", {
        ticket_ids: ids,
        effects: { priority: "urgent", checklist: ["Call back"] },
      });
      await waitForLockWaiters(world.pool, 1);
      await world.pool.query(`delete from user_roles where user_id = $1 and role_id = ${role}`, [
        world.idOf("idris"),
      ]);
      await blocker.query("commit");
      expect((await applied).status).toBe(403);
    } finally {
      blocker.release();
      await world.pool.query(`insert into user_roles (user_id, role_id) values ($1, ${role})`, [
        world.idOf("idris"),
      ]);
    }
    expect(await state()).toEqual(before);
  });
});

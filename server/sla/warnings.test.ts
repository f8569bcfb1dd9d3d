import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startRenewing } from "#server/sla/due/start-renewing.ts";
import type { Name, World } from "../../test/support/app/app-with-people.ts";
import {
  HOUR,
  makeMeasuredWorld,
  MINUTE,
  moveTo,
  openSecond,
  raise,
  runClocks,
} from "../../test/support/sla-clock/service-levels.ts";

let world: World;
beforeAll(async () => {
  world = await makeMeasuredWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  await world.pool.query("delete from sla_due");
  await world.pool.query("delete from sla_clocks");
  await world.pool.query("update tickets set status = 'closed'");
  await world.drain();
  await world.pool.query("delete from mails");
  moveTo(world, "16 09:00");
});
const assign = (id: string, name: Name) =>
  world.as("maren").put(`/tickets/${id}`, { assignee_id: world.idOf(name) });
const mails = async () => {
  await world.drain();
  const { rows } = await world.pool.query<{ to: string; subject: string; body_text: string }>(
    `select "to", subject, body_text from mails where dedupe_key like 'sla:%' order by "to", subject`,
  );
  return rows;
};
const toldOf = async () =>
  (await mails()).map(({ to, subject }) => [to.split("@")[0], subject.replace(/WP-\d+/, "WP")]);
const kindsOf = async (id: string): Promise<string[]> =>
  (await world.as("idris").get(`/tickets/${id}/history`)).body.items.map(
    ({ kind }: { kind: string }) => kind,
  );

describe("a target", () => {
  it("is told of when three quarters are used, and when it is due: to the assignee, once", async () => {
    const id = await raise(world);
    await assign(id, "idris");
    await runClocks(world);
    moveTo(world, "16 11:59:59");
    await runClocks(world);
    expect(await toldOf()).toEqual([]);
    moveTo(world, "16 12:00");
    await runClocks(world);
    await runClocks(world);
    const [mail] = await mails();
    expect(await toldOf()).toEqual([["idris", "[WP] First response due at 13:00"]]);
    expect(mail?.body_text).toMatch(
      /First response of WP-\d+ \(Kestrel Logistics, Normal\) is due Mon, Nov 16, 13:00; 1 h left\./,
    );
    expect(mail?.body_text).toContain("because the ticket is assigned to you");
    moveTo(world, "16 13:00:01");
    await runClocks(world);
    await runClocks(world);
    expect(await toldOf()).toEqual([
      ["idris", "[WP] First response due at 13:00"],
      ["idris", "[WP] First response overdue since 13:00"],
    ]);
    expect((await kindsOf(id)).slice(-2)).toEqual(["ticket.sla_warned", "ticket.sla_missed"]);
    const clients = (await world.as("tomas").get(`/tickets/${id}/history`)).body.items;
    expect(JSON.stringify(clients)).not.toContain("sla");
  });

  it("is named with its day in the subject once that is another one", async () => {
    const id = await raise(world);
    await assign(id, "idris");
    moveTo(world, "17 09:00");
    await runClocks(world);
    expect(await toldOf()).toContainEqual(["idris", "[WP] First response overdue since Mon, Nov 16, 13:00"]);
  });

  it("without an assignee is told of to the team, and without a team to whoever reads reports", async () => {
    const team = await world.as("maren").post("/groups", {
      name: "Network",
      company_id: world.companies.internal,
      member_ids: [world.idOf("idris"), world.idOf("lena")],
    });
    const group_id = team.body.id;
    const ours = await raise(world);
    await world.as("maren").put(`/tickets/${ours}`, { group_id });
    await raise(world, {}, "jonas");
    await runClocks(world);
    moveTo(world, "16 12:00");
    await runClocks(world);
    const all = await mails();
    const about = (text: string) =>
      all.filter(({ body_text }) => body_text.includes(text)).map(({ to }) => to.split("@")[0]);
    expect(about("you are in the team Network")).toEqual(["idris", "lena"]);
    expect(about("you read reports")).toEqual(["lena", "maren", "rafael"]);
  });

  it("is not told of to who wants no such mail, nor where the answer is there by then", async () => {
    const id = await raise(world);
    await assign(id, "idris");
    await world.as("idris").patch("/settings/notifications", { sla: false });
    await runClocks(world);
    moveTo(world, "16 12:00");
    await runClocks(world);
    expect(await toldOf()).toEqual([]);
    await world.as("idris").patch("/settings/notifications", { sla: true });
    moveTo(world, "16 12:30");
    await world.as("idris").post(`/tickets/${id}/comments`, { comment: "Which client?" });
    moveTo(world, "16 13:30");
    await runClocks(world);
    expect(await toldOf()).toEqual([]);
    expect((await world.as("priya").patch("/settings/notifications", { sla: false })).status).toBe(422);
  });

  it("after an outage is told of as overdue alone, and many of them as one list", async () => {
    for (let n = 0; n < 6; n += 1) await assign(await raise(world), "idris");
    moveTo(world, "16 17:00");
    await runClocks(world);
    const [mail, ...others] = await mails();
    expect([mail?.subject, others]).toEqual(["6 tickets need attention", []]);
    expect(mail?.body_text.match(/was due Mon, Nov 16, 13:00/g)).toHaveLength(6);
    expect(mail?.body_text).not.toContain(" left.");
  });

  it("is told of with what is left by then, where the warning comes late", async () => {
    await assign(await raise(world), "idris");
    await runClocks(world);
    moveTo(world, "16 12:36:20");
    await runClocks(world);
    const [mail] = await mails();
    expect(mail?.body_text).toContain("is due Mon, Nov 16, 13:00; 24 min left.");
  });

  it("is not listed beyond the fifty that were due first, and the others are counted", async () => {
    await Promise.all(Array.from({ length: 52 }, async () => assign(await raise(world), "idris")));
    moveTo(world, "16 17:00");
    await runClocks(world);
    const [mail, ...others] = await mails();
    expect([mail?.subject, others]).toEqual(["52 tickets need attention", []]);
    expect(mail?.body_text.match(/was due Mon, Nov 16, 13:00/g)).toHaveLength(50);
    expect(mail?.body_text).toContain("And 2 more.");
  });

  it("is one list for each reader, however many there are after an outage", async () => {
    const id = await raise(world);
    await assign(id, "idris");
    await runClocks(world);
    await world.pool.query(
      `insert into sla_clocks select (jsonb_populate_record(c, jsonb_build_object('cycle', n))).*
      from sla_clocks c cross join generate_series(2, 1100) n where c.ticket_id = $1`,
      [id],
    );
    moveTo(world, "16 17:00");
    await runClocks(world);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.body_text).toContain("And 1050 more.");
  });

  it("is told of once for its level, whatever moves later", async () => {
    const id = await raise(world);
    await assign(id, "idris");
    await runClocks(world);
    moveTo(world, "16 12:00");
    await runClocks(world);
    await world.as("maren").delete(`/tickets/${id}`);
    await runClocks(world);
    moveTo(world, "16 12:30");
    await world.as("maren").post(`/tickets/${id}/restore`);
    await runClocks(world);
    moveTo(world, "16 13:00");
    await runClocks(world);
    expect(await toldOf()).toEqual([["idris", "[WP] First response due at 13:00"]]);
    moveTo(world, "16 13:30:01");
    await runClocks(world);
    expect(await toldOf()).toHaveLength(2);
  });

  it("is never told of at night: a warning lies within the hours in which the clock runs", async () => {
    moveTo(world, "16 16:00");
    const id = await raise(world);
    await assign(id, "idris");
    for (let at = world.clock.at.getTime(); at < Date.parse("2026-11-17T09:00:00Z"); at += HOUR) {
      world.clock.at = new Date(at);
      await runClocks(world);
    }
    expect(await toldOf()).toEqual([]);
    moveTo(world, "17 09:00");
    await runClocks(world);
    expect(await toldOf()).toEqual([["idris", "[WP] First response due at 10:00"]]);
  });

  it("is told of by a process in which nothing else happens, within twenty seconds", async () => {
    await assign(await raise(world), "idris");
    await runClocks(world);
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const renewing = await startRenewing(world.app);
    try {
      moveTo(world, "16 12:00");
      vi.advanceTimersByTime(20_000);
      await expect.poll(toldOf).toEqual([["idris", "[WP] First response due at 13:00"]]);
    } finally {
      await renewing.stop();
      vi.useRealTimers();
    }
  });

  it("is told of once by two instances that look at the same moment", async () => {
    const other = await openSecond(world);
    await assign(await raise(world), "idris");
    await runClocks(world);
    moveTo(world, "16 12:00");
    await Promise.all([runClocks(world), runClocks(other), runClocks(world), runClocks(other)]);
    world.pass(MINUTE);
    await Promise.all([runClocks(world), runClocks(other)]);
    expect(await toldOf()).toHaveLength(1);
  });
});

it("clients are never warned, in whatever role they take part", async () => {
  const id = await raise(world, {}, "priya");
  await world.as("idris").post(`/tickets/${id}/participants`, { user_id: world.idOf("tomas") });
  await runClocks(world);
  moveTo(world, "16 14:00");
  await runClocks(world);
  expect((await mails()).filter(({ to }) => to.endsWith("kestrel.test"))).toEqual([]);
});

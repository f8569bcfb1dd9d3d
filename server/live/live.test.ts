import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listenTo } from "../../test/support/app/event-listener.ts";
import {
  makeWorld,
  openBeside,
  PASSWORD,
  type Name,
  type World,
} from "../../test/support/app/app-with-people.ts";
import type { RunningApp } from "#server/app.ts";
import { recordEvents } from "#server/lib/work/history.ts";

let world: World;
let other: RunningApp;
let here: string;
let there: string;
let ticket: string;
type Listener = Awaited<ReturnType<typeof listenTo>>;
const open: Listener[] = [];

beforeAll(async () => {
  world = await makeWorld();
  other = await openBeside(world);
  here = await world.fastify.listen({ port: 0, host: "127.0.0.1" });
  there = await other.fastify.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await other.close();
  await world.end();
});
beforeEach(async () => {
  const raised = await world.as("tomas").post("/tickets", { subject: "Router", issue: "Restarts." });
  ticket = raised.body.ticket.id;
});
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

async function listen(
  name: Name,
  address = here,
  asking?: Parameters<typeof listenTo>[2],
): Promise<Listener> {
  const listener = await listenTo(address, await world.tokenOf(name), asking);
  open.push(listener);
  return listener;
}

const figures = ({ heard }: Listener) => heard.filter(({ event }) => event === "figures").length;
const change = (subject: string) => world.as("idris").put(`/tickets/${ticket}`, { subject });
/** Waits for a last event that everybody may see: an event not received before it never will be. */
async function endMark(...listeners: Listener[]): Promise<void> {
  const raised = await world.as("maren").post("/tickets", { subject: "End", issue: "x" });
  const { id } = raised.body.ticket;
  for (const name of ["tomas", "jonas", "priya", "helena"] as const)
    await world.as("maren").post(`/tickets/${id}/participants`, { user_id: world.idOf(name) });
  await world.as("maren").put(`/tickets/${id}`, { priority: "low" });
  for (const each of listeners)
    await each.event("change", (data) => data["id"] === id && data["kind"] === "ticket.changed");
}

describe("the figures", () => {
  it("are told to staff alone, at once and whenever another number of tickets is open", async () => {
    const { meta } = (await world.as("maren").get("/tickets", { status: "open", per_page: "1" })).body;
    const [idris, elsewhere, tomas, nobody] = [
      await listen("idris"),
      await listen("lena", there),
      await listen("tomas"),
      await listen("nobody"),
    ];
    await idris.event("figures", (data) => data["open_tickets"] === meta.total);
    await elsewhere.event("figures", (data) => data["open_tickets"] === meta.total);
    await world.as("idris").put(`/tickets/${ticket}`, { status: "closed" });
    for (const each of [idris, elsewhere])
      await each.event("figures", (data) => data["open_tickets"] === meta.total - 1);
    const told = figures(idris);
    await change("Only another subject");
    // This one is open as well, so it gets one; had the other been, there would be two.
    await endMark(tomas);
    await expect.poll(() => figures(idris)).toBe(told + 1);
    expect(figures(tomas) + figures(nobody)).toBe(0);
  });

  it("count held mails for those who decide on them, once mail comes in", async () => {
    const before = await listen("maren");
    expect((await before.event("figures")).data).not.toHaveProperty("held_mails");
    const mail = await holdMail();
    await before.event("figures", (data) => data["held_mails"] === 1);
    const [lena, idris] = [await listen("lena", there), await listen("idris")];
    await lena.event("figures", (data) => data["held_mails"] === 1);
    await idris.event("figures");
    await world.pool.query("update incoming_mails set state = 'ignored' where id = $1", [mail]);
    await recordIncoming("incoming.ignored", mail);
    for (const each of [before, lena]) await each.event("figures", (data) => data["held_mails"] === 0);
    await endMark(idris);
    expect(idris.heard.some(({ data }) => "held_mails" in data)).toBe(false);
    expect(idris.heard.some(({ data }) => data["topic"] === "incoming")).toBe(false);
  });
});

describe("listening", () => {
  it("is open to 30 windows of one person, however many ask two instances at the same moment", async () => {
    const headers = { authorization: `Bearer ${await world.tokenOf("lena")}` };
    const ending = new AbortController();
    // An answer that nobody holds any more would be collected, and its window closed.
    const held: Response[] = [];
    const ask = async (signal: AbortSignal, address = here) => {
      const answer = await fetch(`${address}/api/events`, { headers, signal });
      held.push(answer);
      return answer.status;
    };
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => ask(ending.signal, n % 2 ? here : there)),
    );
    ending.abort();
    expect(answers.filter((status) => status === 200)).toHaveLength(30);
    expect(answers.filter((status) => status === 429)).toHaveLength(30);
    // Windows that were closed make room again.
    const next = new AbortController();
    await expect.poll(() => ask(next.signal)).toBe(200);
    next.abort();
  });

  it("counts the windows of each person apart, and forgets those of an instance that died after a minute", async () => {
    await world.pool.query(
      "insert into live_streams select gen_random_uuid(), $1, $2 from generate_series(1, 30)",
      [world.idOf("rafael"), world.clock.now()],
    );
    const askAs = async (name: "rafael" | "idris") =>
      fetch(`${here}/api/events`, {
        headers: { authorization: `Bearer ${await world.tokenOf(name)}` },
        signal: AbortSignal.timeout(30_000),
      });
    const ask = () => askAs("rafael");
    const others = await askAs("idris");
    expect(others.status).toBe(200);
    await others.body?.cancel();
    const refused = await ask();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);
    world.pass(61_000);
    const taken = await ask();
    expect(taken.status).toBe(200);
    await taken.body?.cancel();
  });

  it("is refused without a session", async () => {
    const answer = await fetch(`${here}/api/events`);
    expect(answer.status).toBe(401);
  });

  it("answers as a stream that no proxy holds back", async () => {
    const { headers } = await listen("idris");
    expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(headers.get("x-accel-buffering")).toBe("no");
    expect(headers.get("cache-control")).toBe("no-store, no-transform");
  });

  it("says what changed on another instance, within 200 ms, and not what it says", async () => {
    const listener = await listen("tomas", there);
    const times: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const from = listener.heard.length;
      await change(`Router ${n}`);
      const answered = performance.now();
      await listener.event("change", () => listener.heard.length > from);
      times.push((listener.heard.at(-1)?.at ?? 0) - answered);
    }
    const median = times.toSorted((a, b) => a - b)[10] ?? Infinity;
    process.stdout.write(
      `across instances: median ${median.toFixed(1)} ms after the answer, worst ${Math.max(...times).toFixed(1)} ms\n`,
    );
    expect(median).toBeLessThan(200);
    expect(listener.heard.at(-1)?.data).toEqual({ topic: "tickets", id: ticket, kind: "ticket.changed" });
  });

  it("says nothing of foreign tickets, and nothing internal to clients", async () => {
    const [tomas, jonas, lena] = [await listen("tomas"), await listen("jonas", there), await listen("lena")];
    await world
      .as("idris")
      .post(`/tickets/${ticket}/comments`, { comment: "Secret", visibility: "internal" });
    await world.as("idris").post(`/tickets/${ticket}/participants`, { user_id: world.idOf("lena") });
    await world.as("idris").post(`/tickets/${ticket}/comments`, { comment: "Public" });
    await endMark(tomas, jonas, lena);
    const about = (listener: Listener) =>
      listener.heard
        .filter(({ data }) => data["id"] === ticket || data["ticket_id"] === ticket)
        .map(({ data }) => data["kind"]);
    expect(about(tomas)).toEqual(["comment.created"]);
    expect(about(jonas)).toEqual([]);
    expect(about(lena)).toEqual(["comment.created", "ticket.participant_added", "comment.created"]);
  });

  it("tells those who lose sight of a ticket that it is gone", async () => {
    const [tomas, priya, helena] = [await listen("tomas"), await listen("priya"), await listen("helena")];
    await world.as("idris").put(`/tickets/${ticket}`, { client_id: world.idOf("jonas") });
    for (const each of [tomas, priya, helena]) await each.event("change", (data) => data["id"] === ticket);
    await change("Foreign now");
    await endMark(tomas, priya);
    expect(tomas.heard.filter(({ data }) => data["id"] === ticket)).toHaveLength(1);
    expect(priya.heard.filter(({ data }) => data["id"] === ticket)).toHaveLength(1);
  });

  it("says nothing of a confidential ticket to the admin of the company that it leaves", async () => {
    await world.db.updateTable("tickets").set({ confidential: true }).where("id", "=", ticket).execute();
    const [priya, tomas] = [await listen("priya"), await listen("tomas")];
    await world.as("idris").put(`/tickets/${ticket}`, { client_id: null, company_id: world.companies.aster });
    await tomas.event("change", ({ id }) => id === ticket);
    await endMark(priya);
    expect(priya.heard.filter(({ data }) => data["id"] === ticket)).toEqual([]);
  });

  it("does not send a connection what happened before it was opened, however late the news comes", async () => {
    const tomas = await listen("tomas");
    const raised = await world.db
      .selectFrom("history")
      .select("seq")
      .where("entity_id", "=", ticket)
      .executeTakeFirstOrThrow();
    await world.pool.query("select pg_notify('waypost', $1)", [`${raised.seq} ticket ${ticket}`]);
    await endMark(tomas);
    expect(tomas.heard.filter(({ data }) => data["id"] === ticket)).toEqual([]);
  });

  it("says of people and companies only that they changed, to those who see them", async () => {
    const [priya, helena, lena] = [
      await listen("priya"),
      await listen("helena", there),
      await listen("lena"),
    ];
    await world.as("maren").patch(`/users/${world.idOf("tomas")}`, { city: "Leeds" });
    await world.as("maren").patch(`/companies/${world.companies.kestrel}`, { description: "Parcels" });
    await endMark(priya, helena, lena);
    expect(changed(priya)).toEqual(["user.changed", "company.changed"]);
    expect(changed(helena)).toEqual([]);
    expect(changed(lena)).toEqual(["user.changed", "company.changed"]);
  });

  it("says what is for administrators to administrators alone", async () => {
    const [maren, lena, helena] = [await listen("maren"), await listen("lena"), await listen("helena")];
    const about = ({ heard }: Listener) =>
      heard.filter(({ data }) => data["id"] === world.idOf("jonas")).map(({ data }) => data["kind"]);
    const changing = await world.as("jonas").post(`/users/${world.idOf("jonas")}/change-password`, {
      current_password: PASSWORD,
      new_password: "another long pass phrase",
    });
    expect(changing.status).toBe(204);
    await endMark(maren, lena, helena);
    expect(about(maren)).toContain("user.password_changed");
    expect([about(lena), about(helena)]).toEqual([[], []]);
  });

  it("goes on where it was interrupted", async () => {
    const first = await listen("tomas");
    await change("Before");
    const { id } = await first.event("change");
    first.close();
    await change("Meanwhile");
    const second = await listen("tomas", there, { headers: { "last-event-id": id ?? "" } });
    expect(Number(second.heard.find(({ event }) => event === "change")?.id)).toBeGreaterThan(0);
    expect(
      second.heard.filter(({ data }) => data["id"] === ticket).map(({ id: seq }) => Number(seq)),
    ).toContain(Number(second.heard.at(-1)?.id));
    const lost = await listen("tomas", here, { headers: { "last-event-id": "999999999" } });
    expect(lost.heard.map(({ event }) => event)).toEqual(["missed", "ready"]);
  });

  it("is told first what changed since its page began to read, and nothing from before that", async () => {
    world.pass(60_000);
    await change("While the page was loading");
    world.pass(10_000);
    const seen = await listen("tomas", here, { query: { past_ms: "10000" } });
    expect(seen.heard.map(({ event }) => event)).toEqual(["change", "ready"]);
    expect(seen.heard[0]?.data).toMatchObject({ id: ticket, kind: "ticket.changed" });
    const late = await listen("tomas", there, { query: { past_ms: "1000" } });
    expect(late.heard.map(({ event }) => event)).toEqual(["ready"]);
    await expect(listen("tomas", here, { query: { past_ms: "-1" } })).resolves.toMatchObject({ status: 422 });
  });

  it("fetches anew where more changed while its page was loading than can be told", async () => {
    world.pass(60_000);
    const ctx = {
      db: world.db,
      now: world.clock.now(),
      actor: null,
      ip: null,
      requestId: "many",
      via: "system",
    } as const;
    await recordEvents(
      ctx,
      Array.from({ length: 600 }, () => ({ id: ticket, kind: "ticket.changed" }) as const),
    );
    const seen = await listen("tomas", here, { query: { past_ms: "1000" } });
    expect(seen.heard.map(({ event }) => event)).toEqual(["missed", "ready"]);
  });

  it("hears everything that happened while the database was away", async () => {
    const listener = await listen("tomas");
    await world.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'waypost-live' and datname = current_database()",
    );
    await change("While nobody listened");
    await listener.event("change", (data) => data["id"] === ticket && data["kind"] === "ticket.changed");
  });

  it("ends with the session, and when rights change", async () => {
    const [tomas, idris, priya] = [await listen("tomas"), await listen("idris"), await listen("priya")];
    const token = await world.tokenOf("tomas");
    const gone = await listenTo(here, token);
    open.push(gone);
    await world.pool.query("update users set deleted_at = now() where id = $1", [world.idOf("tomas")]);
    await signalUserChange(world.idOf("tomas"));
    await gone.event("bye");
    await gone.ended();
    await tomas.ended();
    await world.pool.query("update users set deleted_at = null where id = $1", [world.idOf("tomas")]);
    await world.pool.query(
      "insert into user_roles select $1, id from roles where key = 'manager' on conflict do nothing",
      [world.idOf("idris")],
    );
    await signalUserChange(world.idOf("idris"));
    await idris.ended();
    await world.pool.query(
      "delete from user_roles where user_id = $1 and role_id = (select id from roles where key = 'manager')",
      [world.idOf("idris")],
    );
    await change("Others hear on");
    await priya.event("change", (data) => data["id"] === ticket);
  });
});

describe("presence", () => {
  it("is for staff who see the ticket", async () => {
    expect((await say("tomas", "viewing")).status).toBe(403);
    expect((await say("idris", "sleeping")).status).toBe(422);
    const absent = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
    expect((await world.as("idris").post(`/tickets/${absent}/presence`, { state: "viewing" })).status).toBe(
      404,
    );
  });

  it("shows who else looks and writes, on every instance, until they are gone", async () => {
    const [idris, lena, tomas] = [await listen("idris"), await listen("lena", there), await listen("tomas")];
    await say("idris", "viewing");
    await say("lena", "writing");
    await others(idris, [{ id: world.idOf("lena"), fullname: "Lena Fischer", state: "writing" }]);
    await others(lena, [{ id: world.idOf("idris"), fullname: "Idris Okafor", state: "viewing" }]);
    expect((await say("idris", "viewing")).body.people).toEqual([
      { id: world.idOf("lena"), fullname: "Lena Fischer", state: "writing" },
    ]);
    await say("lena", "gone");
    await idris.event(
      "presence",
      (data) => Array.isArray(data["people"]) && data["people"].length === 0 && idris.heard.length > 2,
    );
    await endMark(tomas);
    expect(tomas.heard.some(({ event }) => event === "presence")).toBe(false);
  });
});

async function holdMail(): Promise<string> {
  const { id } = await world.db
    .insertInto("incoming_mails")
    .values({
      id: crypto.randomUUID(),
      identity: Buffer.from("held"),
      bytes: 1,
      state: "held",
      received_at: world.clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordIncoming("incoming.held", id);
  return id;
}

async function recordIncoming(kind: "incoming.held" | "incoming.ignored", id: string): Promise<void> {
  const { db, clock } = world;
  const ctx = { db, now: clock.now(), actor: null, ip: null, requestId: "mail", via: "system" } as const;
  await recordEvents(ctx, [{ id, kind }]);
}

/** Records a change of rights, for features whose actions are tested elsewhere. */
async function signalUserChange(id: string): Promise<void> {
  await world.db
    .insertInto("history")
    .values({
      id: crypto.randomUUID(),
      entity: "user",
      entity_id: id,
      kind: "user.changed",
      occurred_at: world.clock.now(),
      principal_id: world.idOf("maren"),
      audience: "administrators",
    })
    .execute();
}

function say(name: Name, state: string) {
  return world.as(name).post(`/tickets/${ticket}/presence`, { state });
}

function others(listener: Listener, people: object[]) {
  return listener.event("presence", (data) => JSON.stringify(data["people"]) === JSON.stringify(people));
}

function changed(listener: Listener) {
  return listener.heard
    .filter(({ data }) => data["topic"] === "users" || data["topic"] === "companies")
    .map(({ data }) => data["kind"]);
}

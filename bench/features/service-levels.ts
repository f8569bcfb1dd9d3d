import { setTimeout as pause } from "node:timers/promises";
import {
  answer,
  at,
  created,
  openBusinessHours,
  priority,
  question,
  STANDARD,
  status,
} from "../../test/support/sla-clock/case-events.ts";
import { runClock } from "#server/sla/clock/run-clock.ts";
import { listStretches } from "#server/sla/clock/stretches.ts";
import type { ClockEvent } from "#server/sla/clock/types.ts";
import type { FloorName } from "../floor/floor-statements.ts";
import { ask, figuresOf, type Target } from "../measure/measure.ts";
import { openBare, openSession, type startFilledDesk } from "../measure/start-filled-desk.ts";
import { compare, get, post } from "../measure/turn-by-turn.ts";

type Desk = Awaited<ReturnType<typeof startFilledDesk>>;
type Say = (words: string) => void;

/**
 * The clock of a ticket with fifty events (the goal is 0.3 ms); the receipts of the busiest ticket and of one of median age against
 * the rows that they are computed from, what is due and overdue against hand-written statements (1.5), a report (5 ms at a million verdicts); the page of an ordinary ticket against
 * the check of the session (1.3); raising and answering tickets with service levels against without (1.1), turn by turn.
 */
export async function measureServiceLevels(desk: Desk, rounds: number, say: Say): Promise<void> {
  await measureClock(rounds, say);
  const { headers, id, end } = await openSession(desk.address);
  const ours: Target = {
    name: "ours",
    url: ({ path }) => `${desk.address}/api${path}`,
    headers,
  };
  const floor = await openBare({ poolConfig: desk.poolConfig }, "floor/floor.ts");
  const bare: Target = { ...ours, name: "floor", url: ({ path }) => `${floor.address}${path}` };
  try {
    await untilComputed(desk, say);
    const ticket = await findBusiest(desk);
    const ordinary = await findOrdinary(desk);
    const [first, last] = await findMonths(desk);
    const usual = await findOfMedianAge(desk);
    const reads: [FloorName, string, string?][] = [
      ["receipt", `/tickets/${ticket}/sla`, ticket],
      ["receipt", `/tickets/${usual}/sla`, usual],
      ["list, due", "/tickets?per_page=25&sort=due"],
      ["list, overdue", "/tickets?per_page=25&sla=overdue"],
      ["report of service levels", `/reports/sla?by=company&from=${first}&to=${last}`, `${first}-01`],
    ];
    for (const [name, path, value] of reads)
      await compare(say, rounds, [
        { name, target: ours, next: () => get(path) },
        {
          name: "floor",
          target: bare,
          next: () => get(`/${encodeURIComponent(name)}${value === undefined ? "" : `?value=${value}`}`),
        },
      ]);
    await compare(say, rounds, [
      { name: "ticket page", target: ours, next: () => get(`/tickets/${ordinary}`) },
      { name: "GET /auth/me", target: ours, next: () => get("/auth/me") },
    ]);
    await measureWrites({ desk, ours, ticket, administrator: id }, rounds, say);
  } finally {
    end();
    await floor.end();
  }
}

const EVENTS = 50;
const RUNS = 200;
/** Rounds that are not counted. */
const WARM = { clock: 5, writes: 60 };

async function measureClock(rounds: number, say: Say): Promise<void> {
  const hours = await openBusinessHours();
  const events: ClockEvent[] = [created("02 08:00")];
  for (let n = 1; n < EVENTS; n += 1) {
    const time = `${String(2 + Math.floor(n / 2)).padStart(2, "0")} ${n % 2 === 0 ? "09:15" : "14:40"}`;
    const kinds = [
      question(time),
      answer(time),
      status(time, "pending"),
      status(time, "open"),
      priority(time, n % 3 === 0 ? "high" : "normal"),
    ];
    const event = kinds[n % kinds.length];
    if (event) events.push(event);
  }
  const asked = { events, terms: [{ from: 0, policy: STANDARD, hours }], until: at("28 12:00") };
  const times = [];
  for (let round = -WARM.clock; round < rounds; round += 1) {
    const began = performance.now();
    for (let run = 0; run < RUNS; run += 1) {
      const found = runClock(asked);
      for (const clock of found?.clocks ?? []) if (found) listStretches(found, clock);
    }
    if (round >= 0) times.push((performance.now() - began) / RUNS);
  }
  const { p50, p95 } = figuresOf(times);
  say(`the clock of ${EVENTS} events with all of its stretches: p50 ${p50} ms, p95 ${p95}`);
}

/** A desk that was filled computes its open tickets at its first start. */
async function untilComputed({ pool }: Desk, say: Say): Promise<void> {
  const left = async () => {
    const { rows } = await pool.query<{ n: number }>(
      "select count(*)::int as n from sla_queue where wait_until is null",
    );
    return rows[0]?.n ?? 0;
  };
  const began = performance.now();
  const open = await left();
  while ((await left()) > 0) await pause(200);
  if (open > 0) say(`${open} open tickets computed in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

const findBusiest = (desk: Desk) =>
  findMeasured(
    desk,
    `select d.ticket_id as id from sla_due d join comments c on c.ticket_id = d.ticket_id
     group by 1 order by count(*) desc, 1 limit 1`,
  );

/** A ticket that runs, with as many comments as most. */
const findOrdinary = (desk: Desk) =>
  findMeasured(
    desk,
    `select id from (
       select d.ticket_id as id, percent_rank() over (order by count(c.id)) as rank
       from sla_due d left join comments c on c.ticket_id = d.ticket_id group by 1) as ranked
     where rank >= 0.5 order by rank, id limit 1`,
  );

/** A ticket that runs and is as old as most: its receipt is as long as most. */
const findOfMedianAge = (desk: Desk) =>
  findMeasured(
    desk,
    `select d.ticket_id as id from sla_due d join tickets t on t.id = d.ticket_id order by t.created, t.id
     offset (select count(*) / 2 from sla_due) limit 1`,
  );

async function findMeasured({ pool }: Desk, statement: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(statement);
  const [found] = rows;
  if (!found) throw new Error("no ticket of the desk has a due time: fill another one");
  return found.id;
}

async function findMonths({ pool }: Desk): Promise<[string, string]> {
  const { rows } = await pool.query<{ first: string; last: string }>(
    "select to_char(max(month) - interval '2 months', 'YYYY-MM') as first, to_char(max(month), 'YYYY-MM') as last from sla_monthly",
  );
  return [rows[0]?.first ?? "", rows[0]?.last ?? ""];
}

type Writing = { desk: Desk; ours: Target; ticket: string; administrator: string };

/** Switched by the row that triggers and processes ask, so that nothing that is computed is lost in between. */
async function measureWrites({ desk, ours, ticket, administrator }: Writing, rounds: number, say: Say) {
  const { rows } = await desk.pool.query<{ client_id: string }>(
    "select client_id from tickets where id = $1",
    [ticket],
  );
  const answered = await findAnswered(desk, 2 * (rounds + WARM.writes));
  const writes = {
    raise: (round: number) =>
      post("/tickets", { subject: `Printer ${round}`, issue: "It jams.", client_id: rows[0]?.client_id }),
    // Another ticket each time: the clock of one that was answered a moment ago is being computed, under its lock.
    answer: (round: number) =>
      post(`/tickets/${answered.pop()}/comments`, { comment: `We look at it, ${round}.` }),
  };
  const times = new Map<string, number[]>();
  for (let round = -WARM.writes; round < rounds; round += 1)
    for (const isOn of round % 2 === 0 ? [true, false] : [false, true]) {
      await switchTo({ desk, ours, ticket, administrator }, isOn);
      for (const [name, next] of Object.entries(writes)) {
        const { status: code, body, ms } = await ask(ours, next(round));
        if (code !== 201) throw new Error(`${name}: ${code} ${body.slice(0, 300)}`);
        const key = `${name} ${isOn ? "on" : "off"}`;
        if (round >= 0) times.set(key, [...(times.get(key) ?? []), ms]);
      }
    }
  for (const name of Object.keys(writes)) {
    const [on, off] = ["on", "off"].map((state) => figuresOf(times.get(`${name} ${state}`) ?? []));
    if (on && off)
      say(
        `${name}: p50 ${on.p50} ms with service levels, ${off.p50} without, ratio ${(on.p50 / off.p50).toFixed(2)}`,
      );
  }
}

async function findAnswered({ pool }: Desk, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    "select ticket_id as id from sla_due order by ticket_id limit $1",
    [count],
  );
  if (rows.length < count) throw new Error(`${count} tickets with a due time are needed: fill another desk`);
  return rows.map(({ id }) => id);
}

async function switchTo({ desk, ours, ticket, administrator }: Writing, isOn: boolean): Promise<void> {
  await desk.pool.query("update sla_state set is_on = $1", [isOn]);
  await desk.pool.query(
    `insert into history (id, entity, entity_id, kind, occurred_at, principal_id, audience)
     select gen_random_uuid(), 'sla', id, 'sla.assigned', now(), $1, 'administrators' from companies where is_internal`,
    [administrator],
  );
  for (let isHeard = !isOn; isHeard !== isOn; await pause(5)) {
    const { body } = await ask(ours, get(`/tickets/${ticket}`));
    isHeard = "sla" in JSON.parse(body);
  }
}

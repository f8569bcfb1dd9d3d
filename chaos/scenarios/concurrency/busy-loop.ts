import { availableParallelism, loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { seedDesk } from "#server/seed/seed.ts";
import { makePool } from "#server/db/open-database.ts";
import type { SeededRandom } from "#server/lib/seeded-random.ts";
import { runApp } from "../../../test/support/processes/spawn-app.ts";
import { type Answer, call } from "../../load/call-api.ts";
import { makePeople, type Person } from "../../../test/support/app/signed-in-people.ts";
import { look, makePlace, type Place } from "../../../test/support/database/data-directory-and-database.ts";
import { startIdleLoopMonitor } from "../../load/event-loop-baseline.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";
import { ticketOf } from "../../load/write-and-record.ts";

export const busyLoop: Scenario = {
  name: "busy-loop",
  rule: 520,
  words: "exports, bulk changes, hostile texts and huge bodies keep no other request waiting",
  rounds: { small: 2, full: 60 },
  run,
};

const KEY = "chaos-key-of-sixteen";
/** Milliseconds that the app's loop may stand still beyond what the machine itself keeps an idle process waiting. */
const LONGEST = 100;
/** Work takes as much longer as there are processes at work for each core. */
const crowding = () => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

type Rig = { app: string; person: Person; ids: string[]; dice: SeededRandom };

/** Requests that anybody may send at any time and that are a lot of work. */
const HEAVY: Record<string, (rig: Rig) => Promise<Answer>> = {
  "export of all tickets": ({ app, person }) =>
    call(app, { method: "GET", path: "/api/tickets/export", token: person.token, patience: 120_000 }),
  "export of the audit log": ({ app, person }) =>
    call(app, { method: "GET", path: "/api/audit/export", token: person.token, patience: 120_000 }),
  "a page of a thousand": ({ app, person }) =>
    call(app, { method: "GET", path: "/api/tickets?per_page=1000", token: person.token, patience: 60_000 }),
  "a change of two hundred": ({ app, person, ids, dice }) =>
    call(app, {
      method: "PATCH",
      path: "/api/tickets/bulk",
      token: person.token,
      body: { ids, priority: dice.pick(["low", "normal", "high", "urgent"]) },
      patience: 60_000,
    }),
  "a hostile comment": ({ app, person, ids }) =>
    call(app, {
      method: "POST",
      path: `/api/tickets/${ids[0]}/comments`,
      token: person.token,
      body: { comment: `${"[".repeat(9000)}${"*_`".repeat(3000)}` },
    }),
  "a hostile search": ({ app, person }) =>
    call(app, {
      method: "GET",
      path: `/api/tickets?search=${encodeURIComponent(`${"a ".repeat(80)}%%__\\\\`)}`,
      token: person.token,
      patience: 60_000,
    }),
  "a huge body": ({ app, person }) =>
    call(app, {
      method: "POST",
      path: "/api/tickets",
      token: person.token,
      body: { subject: "x", issue: "y", attachment_ids: Array.from({ length: 250_000 }, () => "") },
    }),
};
const WELCOME = [200, 201, 413, 422];

async function run(settings: Settings): Promise<Outcome> {
  const place = await makePlace(settings, "busy");
  const app = await runApp({ ...place.env, METRICS_KEY: KEY });
  const idleLoop = startIdleLoopMonitor();
  const anomalies: string[] = [];
  const seen = { longest: 0, machine: 0, beside: 0, slowest: 0 };
  try {
    const rig = await fill(settings, place, app.address);
    // The first requests load code and plan statements, which all others find ready.
    for (const heavy of Object.values(HEAVY)) await heavy(rig);
    await measure(app.address);
    await idleLoop.look();
    for (let round = 0; round < settings.rounds; round += 1) {
      for (const [name, heavy] of Object.entries(HEAVY)) {
        const prober = probe(app.address, rig.person);
        const { status } = await heavy(rig);
        const { asked, failed, slowest } = await prober.stop();
        const [loop, machine] = [await measure(app.address), await idleLoop.look()];
        seen.beside += asked;
        seen.slowest = Math.max(seen.slowest, slowest);
        if (loop > seen.longest) Object.assign(seen, { longest: loop, machine });
        if (!WELCOME.includes(status)) anomalies.push(`${name} was answered ${status}`);
        if (failed > 0) anomalies.push(`${failed} requests failed beside ${name}`);
        if (loop > (LONGEST + machine) * crowding())
          anomalies.push(
            `${name}: nothing went on for ${Math.round(loop)} ms (idle: ${Math.round(machine)} ms)`,
          );
      }
      settings.say(`${round + 1} of ${settings.rounds}`);
    }
    return {
      rounds: settings.rounds,
      acknowledged: seen.beside,
      lost: 0,
      anomalies,
      metrics: {
        tickets: await countTickets(place),
        "longest pause": `${Math.round(seen.longest)} ms`,
        load: (loadavg()[0] ?? 0).toFixed(0),
        "of an idle process meanwhile": `${Math.round(seen.machine)} ms`,
        "slowest beside": `${Math.round(seen.slowest)} ms`,
      },
    };
  } finally {
    await idleLoop.stop();
    await app.end();
    await place.drop();
  }
}

async function fill(settings: Settings, place: Place, address: string): Promise<Rig> {
  const { pool } = makePool(place.connection());
  try {
    const tickets = settings.rounds < 5 ? 2000 : 100_000;
    const plan = { tickets, companies: 50, agents: 20, clients: 500, seed: settings.seed };
    await seedDesk(pool, {
      plan,
      until: new Date(),
      prefix: "WP-",
      onProgress: (words) => settings.say(words),
    });
    const [person] = await makePeople(place.connection(), 1);
    if (!person) throw new Error("nobody works here");
    const { rows } = await pool.query<{ id: string }>(
      "select id from tickets order by created desc limit 199",
    );
    const body = { subject: "Hot", issue: "It is." };
    const hot = await call(address, { method: "POST", path: "/api/tickets", token: person.token, body });
    return {
      app: address,
      person,
      dice: settings.dice,
      ids: [ticketOf(hot.body) ?? "", ...rows.map(({ id }) => id)],
    };
  } finally {
    await pool.end();
  }
}

/** Milliseconds: the longest pause of the app's loop since the last look, as it tells itself. */
async function measure(address: string): Promise<number> {
  const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${KEY}` } });
  const seconds = /^waypost_event_loop_delay_max_seconds (\S+)/m.exec(await answer.text())?.[1];
  return Number(seconds) * 1000;
}

/** Somebody who asks a small thing all the time. */
function probe(address: string, { token }: Person) {
  const seen = { asked: 0, failed: 0, slowest: 0 };
  const stopping = new AbortController();
  const done = (async () => {
    while (!stopping.signal.aborted) {
      const began = performance.now();
      const { status } = await call(address, { method: "GET", path: "/api/auth/me", token });
      seen.asked += 1;
      seen.slowest = Math.max(seen.slowest, performance.now() - began);
      if (status !== 200) seen.failed += 1;
      await pause(20);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await done;
      return seen;
    },
  };
}

function countTickets(place: Place): Promise<number> {
  return look(place.connection(), async (client) => {
    const { rows } = await client.query<{ n: number }>("select count(*)::int as n from tickets");
    return rows[0]?.n ?? 0;
  });
}

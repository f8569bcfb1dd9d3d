import { setTimeout as pause } from "node:timers/promises";
import { freePort, runApp } from "../../../test/support/processes/spawn-app.ts";
import { call } from "../../load/call-api.ts";
import { verifyLedger } from "../../load/check-ledger.ts";
import { makeClock, missingClock } from "../../faults/fake-clock.ts";
import { makeConcurrentWriters } from "../../load/writers-through-rounds.ts";
import { makePeople, type Person } from "../../../test/support/app/signed-in-people.ts";
import { look } from "../../../test/support/database/data-directory-and-database.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";
import { makeServer15, missing15, type Server15 } from "../../../test/support/database/postgres15-server.ts";
import { folderFor } from "../../../test/support/database/standby-server.ts";
import { ticketOf } from "../../load/write-and-record.ts";
import { join } from "node:path";

export const clockJumps: Scenario = {
  name: "clock-jumps",
  rule: 509,
  words: "the database's clock jumps forward and back under people at work",
  rounds: { small: 2, full: 24 },
  missing: () => missingClock ?? missing15,
  run,
};

/** Seconds; sessions last a day. */
const JUMPS = [300, -300, 3600, -3600, 20 * 3600, -20 * 3600, 86_400 * 2, -86_400 * 2, 86_400 * 4500];
/** The app looks at the database's clock every ten seconds. */
const PATIENCE = 20_000;

async function run(settings: Settings): Promise<Outcome> {
  const writers = makeConcurrentWriters(settings, "clock-jumps");
  const clock = makeClock(settings.folder, "database");
  const server = await makeServer15(folderFor(settings.folder, "server"), { env: clock.env });
  await server.start();
  const port = await freePort();
  const app = await runApp({
    DATABASE_URL: server.url,
    DATA_DIR: join(settings.folder, "data"),
    PORT: String(port),
  });
  const anomalies: string[] = [];
  let slowest = 0;
  try {
    const people = await makePeople({ connectionString: server.url }, 4);
    for (let round = 0; round < settings.rounds; round += 1) {
      // Out and back again, so that every second jump is the other way.
      const shift = round % 2 === 0 ? settings.dice.pick(JUMPS) : 0;
      const busy = writers.begin(app.address, `r${round}`, people);
      await pause(300);
      clock.set(shift);
      slowest = Math.max(slowest, await untilFollowed(server, app.address, anomalies));
      await busy.stop();
      const wanted = shift < 86_400 ? 200 : 401;
      for (const { token } of people) {
        const { status } = await call(app.address, { method: "GET", path: "/api/auth/me", token });
        if (status !== wanted) anomalies.push(`${shift} s beside: a session was answered ${status}`);
      }
      settings.say(`${round + 1} of ${settings.rounds}`);
    }
    clock.set(0);
    await untilFollowed(server, app.address, anomalies);
    await writers.settle(app.address, people);
    const verdict = await look({ connectionString: server.url }, (client) =>
      verifyLedger(client, writers.known()),
    );
    return {
      rounds: settings.rounds,
      acknowledged: verdict.acknowledged,
      lost: verdict.lost,
      anomalies: [...anomalies, ...writers.anomalies, ...verdict.anomalies],
      metrics: { "followed after": `${(slowest / 1000).toFixed(1)} s at most` },
    };
  } finally {
    await app.kill("SIGTERM");
    await server.stop("immediate");
  }
}

/** Milliseconds until a new ticket carries the database's time; a fresh person asks, whose session no jump has ended. */
async function untilFollowed(server: Server15, address: string, anomalies: string[]): Promise<number> {
  const began = performance.now();
  const [person] = await makePeople({ connectionString: server.url }, 1);
  if (!person) throw new Error("nobody works here");
  while (performance.now() - began < PATIENCE) {
    if (Math.abs(await ageOfNew(server, address, person)) < 2) return performance.now() - began;
    await pause(250);
  }
  anomalies.push("the app does not follow the database's clock");
  return performance.now() - began;
}

async function ageOfNew(server: Server15, address: string, { token }: Person): Promise<number> {
  const body = { subject: "What time is it?", issue: "It depends." };
  const answer = await call(address, { method: "POST", path: "/api/tickets", token, body });
  const id = ticketOf(answer.body);
  if (!id) return Number.POSITIVE_INFINITY;
  return look({ connectionString: server.url }, async (client) => {
    const { rows } = await client.query<{ age: number }>(
      "select extract(epoch from now() - created)::float8 as age from tickets where id = $1",
      [id],
    );
    return rows[0]?.age ?? Number.POSITIVE_INFINITY;
  });
}

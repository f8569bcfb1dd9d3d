import { setTimeout as pause } from "node:timers/promises";
import type { PoolConfig } from "pg";
import { jobs } from "#contract/jobs.ts";
import { hashToken } from "#server/lib/crypto/token.ts";
import { freePort, type Running, runApp } from "../../../test/support/processes/spawn-app.ts";
import { call, textOf } from "../../load/call-api.ts";
import { findInconsistencies } from "../../load/check-ledger.ts";
import { makeClock, missingClock } from "../../faults/fake-clock.ts";
import { makePeople, type Person } from "../../../test/support/app/signed-in-people.ts";
import { makeSignIn, PASSWORD } from "../../load/person-with-password.ts";
import { look } from "../../../test/support/database/data-directory-and-database.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";
import { makeShared } from "../../faults/shared-database.ts";
import { ticketOf } from "../../load/write-and-record.ts";

export const skewedClocks: Scenario = {
  name: "skewed-clocks",
  rule: 509,
  words: "two instances whose clocks are minutes, days and decades apart, on one database",
  rounds: { small: 2, full: 40 },
  missing: () => missingClock,
  run,
};

const DAY = 86_400;
/** Seconds beside the true time: into 1970 and beyond 2038 as well, and onto a leap day. */
const shifts = () => {
  const now = Date.now() / 1000;
  const at = (date: string) => Math.round(Date.parse(date) / 1000 - now);
  return [
    300,
    -300,
    3600,
    -3600,
    DAY,
    -DAY,
    at("1970-01-02T00:00:00Z"),
    at("2038-01-19T03:14:08Z"),
    at("2028-02-29T23:59:50Z"),
    at("2027-03-28T00:59:50Z"),
  ];
};

type Rig = { apps: Running[]; connection: PoolConfig; anomalies: string[]; admin: Person };

async function run(settings: Settings): Promise<Outcome> {
  const place = await makeShared(settings, "skewed");
  const clocks = ["one", "two"].map((name) => makeClock(settings.folder, name));
  const apps: Running[] = [];
  const anomalies: string[] = [];
  let checks = 0;
  try {
    for (const [index, { env }] of clocks.entries()) {
      const port = index === 0 ? place.port : await freePort();
      apps.push(await runApp({ ...place.env, ...env, PORT: String(port), PUBLIC_URL: place.address }));
    }
    const connection = place.connection();
    const [admin] = await makePeople(connection, 1);
    if (!admin) throw new Error("nobody works here");
    const { email } = await makeSignIn(connection);
    const rig = { apps, connection, anomalies, admin };
    for (let round = 0; round < settings.rounds; round += 1) {
      const chosen = clocks.map(({ set }) => {
        const shift = settings.dice.pick(shifts());
        set(shift);
        return shift;
      });
      const before = anomalies.length;
      for (const check of [trySession, tryExpiry, tryOrder, tryTimes]) {
        await check(rig, { email, round });
        checks += 1;
      }
      if (anomalies.length > before)
        anomalies.push(`with clocks ${chosen.join(" and ")} s beside the true one`);
      settings.say(`${round + 1} of ${settings.rounds}`);
    }
    await untilWorked(rig);
    anomalies.push(...(await look(connection, findInconsistencies)));
    return { rounds: settings.rounds, acknowledged: checks, lost: 0, anomalies };
  } finally {
    await Promise.all(apps.map((app) => app.end()));
    await place.drop();
  }
}

type Round = { email: string; round: number };

/** A session from one instance is good at the other, is refreshed there, and is good at the first again. */
async function trySession(rig: Rig, { email, round }: Round): Promise<void> {
  const [here, there] = inTurn(rig, round);
  const signedIn = await fetch(`${here}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const token = textOf(await signedIn.json(), "access_token");
  expectStatus(rig, 200, await me(there, token), "a session of the other instance");
  const renewed = await fetch(`${there}/api/auth/refresh`, { method: "POST", headers: { cookie } });
  const next = textOf(await renewed.json(), "access_token");
  expectStatus(rig, 200, await me(here, next), "a session that the other instance renewed");
}

/** A token that the database's time ends in two seconds is good at both until then, and at none after. */
async function tryExpiry(rig: Rig): Promise<void> {
  const [person] = await makePeople(rig.connection, 1);
  const token = person?.token ?? "";
  await look(rig.connection, (client) =>
    client.query("update access_tokens set expires_at = now() + interval '2 seconds' where hash = $1", [
      hashToken(token),
    ]),
  );
  for (const { address } of rig.apps) expectStatus(rig, 200, await me(address, token), "a living token");
  await pause(2600);
  for (const { address } of rig.apps)
    expectStatus(rig, 401, await me(address, token), "a token that has run out");
}

/** Comments written in turn at both instances stand in the order in which they were written. */
async function tryOrder(rig: Rig, { round }: Round): Promise<void> {
  const { token } = rig.admin;
  const id = await raise(rig, inTurn(rig, round)[0]);
  const path = `/api/tickets/${id}/comments`;
  const said: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const comment = `said ${n}`;
    await call(inTurn(rig, n)[0], { method: "POST", path, token, body: { comment } });
    said.push(comment);
  }
  const { body } = await call(inTurn(rig, round)[1], { method: "GET", path, token });
  const read = [...JSON.stringify(body).matchAll(/"comment":"([^"]*)"/g)].map((found) => found[1]);
  if (read.join() !== said.join()) rig.anomalies.push(`comments stand in the order ${read.join()}`);
}

/** Times are the database's. */
async function tryTimes(rig: Rig, { round }: Round): Promise<void> {
  const id = await raise(rig, inTurn(rig, round)[0]);
  await look(rig.connection, async (client) => {
    const { rows } = await client.query<{ age: number }>(
      "select extract(epoch from now() - created)::float8 as age from tickets where id = $1",
      [id],
    );
    const age = rows[0]?.age ?? Number.NaN;
    if (!(Math.abs(age) < 5)) rig.anomalies.push(`a ticket of this moment is ${age} s old`);
  });
}

/** Work after the answer is done all the same, whatever the instance thinks that the time is. */
async function untilWorked({ connection, anomalies }: Rig): Promise<void> {
  await look(connection, async (client) => {
    for (let tries = 0; tries < 100; tries += 1) {
      const { rows } = await client.query<{ n: number }>(
        "select count(*)::int as n from pgboss.job where name = $1 and state < 'completed'",
        [jobs.announceTicket.name],
      );
      if (rows[0]?.n === 0) return;
      await pause(200);
    }
    anomalies.push("work after the answer was not done within 20 seconds");
  });
}

function inTurn({ apps }: Rig, n: number): [string, string] {
  const [one, two] = apps.map(({ address }) => address);
  return n % 2 === 0 ? [one ?? "", two ?? ""] : [two ?? "", one ?? ""];
}

async function raise({ admin: { token } }: Rig, address: string): Promise<string> {
  const body = { subject: "What time is it?", issue: "It depends." };
  return ticketOf((await call(address, { method: "POST", path: "/api/tickets", token, body })).body) ?? "";
}

const me = (address: string, token: string) => call(address, { method: "GET", path: "/api/auth/me", token });

function expectStatus({ anomalies }: Rig, wanted: number, { status }: { status: number }, of: string): void {
  if (status !== wanted) anomalies.push(`${of} was answered ${status} instead of ${wanted}`);
}

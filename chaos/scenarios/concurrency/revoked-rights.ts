import { setTimeout as pause } from "node:timers/promises";
import { Client, type PoolConfig } from "pg";
import { runApp } from "../../../test/support/processes/spawn-app.ts";
import { type Answer, call, textOf } from "../../load/call-api.ts";
import { findInconsistencies } from "../../load/check-ledger.ts";
import {
  type Customer,
  makeCustomers,
  makePeople,
  type Person,
} from "../../../test/support/app/signed-in-people.ts";
import { makeSignIn } from "../../load/person-with-password.ts";
import { look, makePlace } from "../../../test/support/database/data-directory-and-database.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";
import { ticketOf } from "../../load/write-and-record.ts";

export const revoked: Scenario = {
  name: "revoked",
  rule: 515,
  words: "rights end while operations are on their way: stopped at a barrier, and in a race",
  rounds: { small: 8, full: 1000 },
  run,
};

/** A change that ends somebody's right to the operation they are at. */
type Ending = {
  name: string;
  ends(app: string, admin: Person, whom: Customer | Person): Promise<Answer>;
  /** Comments on tickets, unless it is another right that is taken. */
  work?: Work;
};
/** An operation that can be repeated, and the table of the row that it has to wait for. */
type Work = {
  table: "tickets" | "companies";
  make(app: string, whom: Person): Promise<string>;
  does(app: string, whom: Person, id: string, words: string): Promise<Answer>;
};

const COMMENTING: Work = {
  table: "tickets",
  make: raise,
  does: (app, { token }, id, words) =>
    call(app, { method: "POST", path: `/api/tickets/${id}/comments`, token, body: { comment: words } }),
};
const DESCRIBING: Work = {
  table: "companies",
  make: makeCompany,
  does: (app, { token }, id, words) =>
    call(app, { method: "PATCH", path: `/api/companies/${id}`, token, body: { description: words } }),
};

const STAFF: Ending[] = [
  {
    name: "account deleted",
    ends: (app, { token }, { id }) => call(app, { method: "DELETE", path: `/api/users/${id}`, token }),
  },
  {
    name: "role taken",
    work: DESCRIBING,
    ends: (app, { token }, { id }) =>
      call(app, {
        method: "POST",
        path: `/api/users/${id}/roles:set`,
        token,
        body: { role_names: ["support_specialist"] },
      }),
  },
];
const CUSTOMERS: Ending[] = [
  {
    name: "company deactivated",
    ends: (app, { token }, whom) =>
      call(app, { method: "PATCH", path: companyOf(whom), token, body: { is_active: false } }),
  },
  {
    name: "company deleted",
    ends: (app, { token }, whom) => call(app, { method: "DELETE", path: companyOf(whom), token }),
  },
];

const companyOf = (whom: Customer | Person) => `/api/companies/${"companyId" in whom ? whom.companyId : ""}`;

type Rig = { app: string; connection: PoolConfig; admin: Person; settings: Settings; seen: Seen };
type Seen = { anomalies: string[]; stopped: number; raced: number; slowest: number };

async function run(settings: Settings): Promise<Outcome> {
  const place = await makePlace(settings, "revoked");
  const app = await runApp(place.env);
  const seen: Seen = { anomalies: [], stopped: 0, raced: 0, slowest: 0 };
  try {
    const connection = place.connection();
    // The desk keeps at least one administrator who can sign in.
    await makeSignIn(connection);
    const [admin] = await makePeople(connection, 1);
    if (!admin) throw new Error("nobody works here");
    const rig = { app: app.address, connection, admin, settings, seen };
    for (let round = 0; round < settings.rounds; round += 1) {
      const ending = [...STAFF, ...CUSTOMERS][round % 4];
      if (ending) await endOnce(rig, ending, round);
      settings.say(`${round + 1} of ${settings.rounds}`);
    }
    const inconsistencies = await look(connection, findInconsistencies);
    return {
      rounds: settings.rounds,
      acknowledged: seen.stopped + seen.raced,
      lost: 0,
      anomalies: [...seen.anomalies, ...inconsistencies],
      metrics: {
        "stopped at the barrier": seen.stopped,
        "tried in the race": seen.raced,
        "longest until it held": `${Math.round(seen.slowest)} ms`,
      },
    };
  } finally {
    await app.end();
    await place.drop();
  }
}

async function endOnce(rig: Rig, ending: Ending, round: number): Promise<void> {
  const isStaff = STAFF.includes(ending);
  const [whom] = isStaff ? await makePeople(rig.connection, 1) : await makeCustomers(rig.connection, 1);
  if (!whom) return;
  const work = ending.work ?? COMMENTING;
  const wanted = { ending, work, whom, id: await work.make(rig.app, whom) };
  if (round % 8 < 4) await atBarrier(rig, wanted);
  else await inRace(rig, wanted);
}

type Try = { ending: Ending; work: Work; whom: Customer | Person; id: string };

/**
 * The operation has been permitted, and then waits for a row that somebody else holds. Meanwhile the right to it ends,
 * which waits for nobody. When the row is free the operation must not be done any more.
 */
async function atBarrier(rig: Rig, { ending, work, whom, id }: Try): Promise<void> {
  const holder = new Client(rig.connection);
  holder.on("error", () => {});
  await holder.connect();
  try {
    await holder.query("begin");
    await holder.query(`select from ${work.table} where id = $1 for update`, [id]);
    const before = await stateOf(rig, id);
    const operation = work.does(rig.app, whom, id, "chaos at the barrier");
    await untilWaiting(rig);
    const ended = await ending.ends(rig.app, rig.admin, whom);
    if (ended.status >= 300) note(rig, `${ending.name}: the ending was answered ${ended.status}`);
    await holder.query("rollback");
    const { status } = await operation;
    if (![401, 403, 404].includes(status)) note(rig, `${ending.name}: the operation was answered ${status}`);
    if ((await stateOf(rig, id)) !== before) note(rig, `${ending.name}: the operation was done afterwards`);
    rig.seen.stopped += 1;
  } finally {
    await holder.end();
  }
}

/** Sends operations as fast as they go, three at a time; none sent after the end was answered may succeed. */
async function inRace(rig: Rig, { ending, work, whom, id }: Try): Promise<void> {
  let endedAt = Number.POSITIVE_INFINITY;
  let refused = 0;
  const alone = async () => {
    while (refused < 3 && performance.now() < endedAt + 2000) {
      const sent = performance.now();
      rig.seen.raced += 1;
      const { status } = await work.does(rig.app, whom, id, `chaos in the race ${rig.seen.raced}`);
      if (status >= 500 || status === 0) note(rig, `${ending.name}: an operation was answered ${status}`);
      if (status < 300 && sent > endedAt) note(rig, `${ending.name}: done though it was sent after the end`);
      if (status < 300) continue;
      if (endedAt < Number.POSITIVE_INFINITY)
        rig.seen.slowest = Math.max(rig.seen.slowest, performance.now() - endedAt);
      refused += 1;
    }
  };
  const busy = Promise.all([alone(), alone(), alone()]);
  await pause(rig.settings.dice.between(5, 80));
  const ended = await ending.ends(rig.app, rig.admin, whom);
  endedAt = performance.now();
  if (ended.status >= 300) note(rig, `${ending.name}: the ending was answered ${ended.status}`);
  await busy;
  if (refused === 0) note(rig, `${ending.name}: nothing was refused within two seconds`);
}

function note({ seen }: Rig, words: string): void {
  seen.anomalies.push(words);
}

async function raise(address: string, { token }: Person): Promise<string> {
  const body = { subject: "Whose right is it?", issue: "It ends." };
  const answer = await call(address, { method: "POST", path: "/api/tickets", token, body });
  const id = ticketOf(answer.body);
  if (!id) throw new Error(`raising was answered ${answer.status} ${textOf(answer.body, "detail")}`);
  return id;
}

/** Makes a company, whose description its maker loses the right to change. */
async function makeCompany(address: string, { token }: Person): Promise<string> {
  const body = { name: `Chaos ${crypto.randomUUID()}` };
  const answer = await call(address, { method: "POST", path: "/api/companies", token, body });
  if (answer.status !== 201) throw new Error(`making a company was answered ${answer.status}`);
  return textOf(answer.body, "id");
}

/** Reads the rows that the operation would change, as one text. */
async function stateOf({ connection }: Rig, id: string): Promise<string> {
  return look(connection, async (client) => {
    const { rows } = await client.query(
      `select (select count(*) from comments where ticket_id = $1) as comments,
         (select version from tickets where id = $1) as ticket, (select description from companies where id = $1) as company`,
      [id],
    );
    return JSON.stringify(rows);
  });
}

/** Resolves when the operation waits for the held row. */
async function untilWaiting({ connection }: Rig): Promise<void> {
  await look(connection, async (client) => {
    for (let tries = 0; tries < 1000; tries += 1) {
      const { rowCount } = await client.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      if (rowCount) return;
      await pause(5);
    }
    throw new Error("the operation never waited for the ticket");
  });
}

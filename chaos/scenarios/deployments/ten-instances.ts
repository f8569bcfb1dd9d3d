import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { look, type Place } from "../../../test/support/database/data-directory-and-database.ts";
import {
  makeCustomers,
  makePeople,
  type Customer,
  type Person,
} from "../../../test/support/app/signed-in-people.ts";
import { freePort, type Running, runApp } from "../../../test/support/processes/spawn-app.ts";
import { makeShared } from "../../faults/shared-database.ts";
import { findInconsistencies } from "../../load/check-ledger.ts";
import { untilMailIsDone } from "../../load/finish-mails.ts";
import { insertTickets } from "../../load/send-through-kills.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";
import { ANSWERS, makeDueAnswers } from "../kills/kill-sending.ts";

const INSTANCES = 10;
const CONNECTIONS = 400;
/** Follow-up dates, and tickets on which answers wait, that come due in a round. */
const DATES = 300;
const TICKETS = 20;
/** Milliseconds until dates come: more than a process looks away (server/lib/work/at-their-time.ts). */
const AHEAD = 12_000;
/** Milliseconds until one of the instances is killed, and until all that is due is done. */
const WORKS = { least: 20, most: 600 };
const PATIENCE = 120_000;

export const tenInstances: Scenario = {
  name: "ten-instances",
  rule: 773,
  words: "ten instances share what is due, follow-up dates and answers, and one of them is killed",
  rounds: { small: 1, full: 20 },
  missing: ({ url }) =>
    url === null ? null : `the server may not take the ${CONNECTIONS} connections of ten instances`,
  run,
};

type Rig = { place: Place; apps: Map<number, Running>; agent: Person; customer: Customer };

async function run(settings: Settings): Promise<Outcome> {
  const place = await makeShared(settings, "ten", { connections: CONNECTIONS });
  const apps = new Map<number, Running>();
  try {
    for (let n = 0; n < INSTANCES; n += 1)
      await startOne({ place, apps }, n === 0 ? place.port : await freePort());
    const [agent] = await makePeople(place.connection(), 1);
    const [customer] = await makeCustomers(place.connection(), 1);
    if (!agent || !customer) throw new Error("nobody was made");
    const rig = { place, apps, agent, customer };
    const tickets = await look(place.connection(), (client) =>
      insertTickets(client, { count: TICKETS, agent, customer }),
    );
    for (let round = 0; round < settings.rounds; round += 1) {
      await oneRound(settings, rig, { tickets, round });
      settings.say(`${round + 1} of ${settings.rounds}`);
    }
    return await count(settings, rig);
  } finally {
    await Promise.all([...apps.values()].map((app) => app.end()));
    await place.drop();
  }
}

async function startOne({ place, apps }: Pick<Rig, "place" | "apps">, port: number): Promise<void> {
  apps.set(port, await runApp({ ...place.env, PORT: String(port), PUBLIC_URL: place.address }));
}

/** Makes it all due at once, when every instance knows of it, and kills one while they work. */
async function oneRound(
  settings: Settings,
  rig: Rig,
  { tickets, round }: { tickets: string[]; round: number },
): Promise<void> {
  const { place, apps } = rig;
  await look(place.connection(), (client) => insertDates(client, rig));
  await pause(AHEAD);
  const due = await look(place.connection(), async (client) => {
    await makeDueAnswers(client, tickets, round);
    return countDue(client);
  });
  if (due === 0) throw new Error("nothing was due");
  await pause(settings.dice.between(WORKS.least, WORKS.most));
  const port = settings.dice.pick([...apps.keys()]);
  await apps.get(port)?.kill("SIGKILL");
  await startOne(rig, port);
  await look(place.connection(), untilNothingIsDue);
}

/** Tickets on hold until a moment that every instance waits for by then, each in the agent's hands. */
async function insertDates(client: Client, { agent, customer }: Rig): Promise<void> {
  const ids = await insertTickets(client, { count: DATES, agent, customer });
  await client.query(
    `update tickets set status = 'on_hold', subject = 'Due', follow_up_by = $2::uuid, follow_up_status = 'open',
       follow_up_at = now() + interval '1 millisecond' * $3::int
     where id = any($1::uuid[])`,
    [ids, agent.id, AHEAD],
  );
}

async function countDue(client: Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select (select count(*)::int from scheduled_comments where state = 'waiting')
      + (select count(*)::int from tickets where follow_up_at is not null) as n`,
  );
  return rows[0]?.n ?? 0;
}

async function untilNothingIsDue(client: Client): Promise<void> {
  for (const began = Date.now(); Date.now() - began < PATIENCE; await pause(100))
    if ((await countDue(client)) === 0) return;
}

type Counted = Record<
  | "woken"
  | "dates"
  | "twice"
  | "asleep"
  | "told"
  | "comments"
  | "double"
  | "disordered"
  | "due_mails"
  | "mails",
  number
>;

async function count(settings: Settings, { place, agent, customer }: Rig): Promise<Outcome> {
  const found = await look(place.connection(), async (client) => {
    const left = await countDue(client);
    const asked = { relay: { isIdle: () => true }, lastStart: new Date(), wanted: 0 };
    await untilMailIsDone(client, asked);
    return {
      left,
      ...(await compare(client, { agent, customer })),
      wrong: await findInconsistencies(client),
    };
  });
  const wanted = settings.rounds * (DATES + TICKETS * ANSWERS);
  const anomalies = [
    found.left > 0 && `${found.left} are still due`,
    found.twice > 0 && `${found.twice} tickets were woken twice`,
    found.asleep > 0 && `${found.asleep} tickets kept their date or their hold`,
    found.told !== found.dates && `${found.told} rows in the Inbox of ${found.dates} dates`,
    found.double > 0 && `${found.double} comments twice`,
    found.disordered > 0 && `${found.disordered} comments out of order`,
    found.mails !== found.comments && `${found.mails} mails of ${found.comments} answers`,
    found.due_mails !== found.woken && `${found.due_mails} mails of ${found.woken} dates`,
  ].filter((words) => words !== false);
  return {
    rounds: settings.rounds,
    acknowledged: wanted,
    lost: wanted - found.woken - found.comments,
    anomalies: [...anomalies, ...found.wrong],
    metrics: { instances: INSTANCES, dates: found.woken, answers: found.comments },
  };
}

async function compare(
  client: Client,
  { agent, customer }: Pick<Rig, "agent" | "customer">,
): Promise<Counted> {
  const { rows } = await client.query<Counted>(
    `with due as (select * from tickets where subject = 'Due'),
      events as (select entity_id from history where kind = 'ticket.follow_up_due'),
      answers as (select * from comments where ticket_id not in (select id from due)),
      mailed as (select m.*, u.user_type from mails m join users u on u.email = m."to" where u.id in ($1::uuid, $2::uuid))
    select
      (select count(*)::int from due) as dates,
      (select count(distinct entity_id)::int from events) as woken,
      (select count(*)::int from (select from events group by entity_id having count(*) > 1) as e) as twice,
      (select count(*)::int from due where follow_up_at is not null or status <> 'open') as asleep,
      (select count(*)::int from inbox_items i join due on due.id = i.ticket_id
        where i.user_id = $1::uuid and i.reason = 'due' and i.news = 1) as told,
      (select count(*)::int from answers) as comments,
      (select count(*)::int - count(distinct (ticket_id, comment))::int from answers) as double,
      (select count(*)::int from (select comment < lag(comment) over (partition by ticket_id order by position) as back
        from answers) as c where back) as disordered,
      (select count(*)::int from mailed where user_type = 'internal') as due_mails,
      (select count(*)::int from mailed where user_type = 'external') as mails`,
    [agent.id, customer.id],
  );
  const [found] = rows;
  if (!found) throw new Error("nothing was counted");
  return found;
}

import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { look, makePlace } from "../../test/support/database/data-directory-and-database.ts";
import {
  type Customer,
  makeCustomers,
  makePeople,
  type Person,
} from "../../test/support/app/signed-in-people.ts";
import { runApp, type Running } from "../../test/support/processes/spawn-app.ts";
import type { Outcome, Settings } from "../scenario.ts";
import { findInconsistencies } from "./check-ledger.ts";
import { untilMailIsDone } from "./finish-mails.ts";

/** What goes out, and how it is told that each went once. */
export type Sending<World> = {
  folder: string;
  /** Answers that clients get in a round. */
  answers: number;
  /** What the answers are written on. */
  prepare: (client: Client, people: { agent: Person; customer: Customer }) => Promise<World>;
  /** Writes answers of this moment. */
  makeDue: (client: Client, world: World, round: number) => Promise<void>;
  /** Milliseconds of work before a kill. */
  works?: { least: number; most: number };
  /** What still waits to go out; absent: the answers do. */
  countWaiting?: (client: Client) => Promise<number>;
  compare: (client: Client) => Promise<{ comments: number; mails: number; anomalies: string[] }>;
};

/** Milliseconds of work before a kill, and until all has gone out at the end. */
const WORKS = { least: 20, most: 400 };
const PATIENCE = 120_000;

/** Makes answers due again and again, kills the app while they go out, and counts what came of them. */
export async function sendThroughKills<World>(
  settings: Settings,
  { folder, answers, prepare, makeDue, works = WORKS, countWaiting = countAnswers, compare }: Sending<World>,
): Promise<Outcome> {
  const place = await makePlace(settings, folder);
  let app: Running | null = null;
  let world: World | null = null;
  let half = 0;
  try {
    for (let round = 0; round < settings.rounds; round += 1) {
      app = await runApp(place.env);
      const made = (world ??= await begin(place.connection(), prepare));
      await look(place.connection(), (client) => makeDue(client, made, round));
      await pause(settings.dice.between(works.least, works.most));
      await app.kill("SIGKILL");
      app = null;
      settings.say(`${round + 1} of ${settings.rounds}`);
      if (settings.url !== null) half += await look(place.connection(), countWaiting);
    }
    const lastStart = new Date();
    app = await runApp(place.env);
    const found = await look(place.connection(), async (client) => ({
      // Mails are kept here, and go to no server; the second count is of what the jobs of dead processes were to do.
      rest: await untilNoneWaits(client, countWaiting).then(() =>
        untilMailIsDone(client, { relay: { isIdle: () => true }, lastStart, wanted: 0 }),
      ),
      waiting: await untilNoneWaits(client, countWaiting),
      ...(await compare(client)),
      inconsistencies: await findInconsistencies(client),
    }));
    const left = found.waiting > 0 ? [`${found.waiting} answers still wait`] : [];
    return {
      rounds: settings.rounds,
      acknowledged: settings.rounds * answers,
      lost: settings.rounds * answers - found.comments,
      anomalies: [...left, ...found.anomalies, ...found.inconsistencies],
      metrics: {
        comments: found.comments,
        mails: found.mails,
        "jobs broken off": found.rest.brokenOff,
        ...(half > 0 && { "left by kills": half }),
      },
    };
  } finally {
    await app?.kill("SIGTERM");
    await place.drop();
  }
}

async function begin<World>(
  connection: Parameters<typeof look>[0],
  prepare: Sending<World>["prepare"],
): Promise<World> {
  const [agent] = await makePeople(connection, 1);
  const [customer] = await makeCustomers(connection, 1);
  if (!agent || !customer) throw new Error("nobody was made");
  return look(connection, (client) => prepare(client, { agent, customer }));
}

type Raised = { count: number; agent: Person; customer: Customer | null };

/** Makes tickets of a client, or of nobody in particular, in the agent's hands; answers their ids. */
export async function insertTickets(client: Client, { count, agent, customer }: Raised): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `with n as (select nextval('ticket_numbers_seq') as number from generate_series(1, $1::int)),
     made as (insert into tickets (number, uid, subject, issue, status, priority, created_by, assignee_id, client_id, company_id, created,
         updated) select number, 'WP-' || number, 'Sending', 'x', 'in_progress', 'normal', $2::uuid, $2::uuid, $3::uuid, $4::uuid,
         now(), now() from n returning id, number),
     numbers as (insert into ticket_numbers (number, ticket_id) select number, id from made),
     words as (insert into ticket_words (ticket_id, public_words, staff_words) select id, '', '' from made),
     raised as (insert into history (id, entity, entity_id, kind, occurred_at, principal_id, audience)
       select gen_random_uuid(), 'ticket', id, 'ticket.created', now(), $2::uuid, 'public' from made)
     select id from made`,
    [count, agent.id, customer?.id ?? null, customer?.companyId ?? null],
  );
  return rows.map(({ id }) => id);
}

async function countAnswers(client: Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::int as n from scheduled_comments where state = 'waiting'",
  );
  return rows[0]?.n ?? 0;
}

type Count = (client: Client) => Promise<number>;

async function untilNoneWaits(client: Client, countWaiting: Count): Promise<number> {
  for (const began = Date.now(); Date.now() - began < PATIENCE;) {
    // oxlint-disable-next-line no-await-in-loop
    const waiting = await countWaiting(client);
    if (waiting === 0) return 0;
    // oxlint-disable-next-line no-await-in-loop
    await pause(100);
  }
  return countWaiting(client);
}

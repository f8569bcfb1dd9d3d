import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { look, makePlace } from "../../test/support/data-directory-and-database.ts";
import { makeCustomers, makePeople } from "../../test/support/signed-in-people.ts";
import { runApp, type Running } from "../../test/support/spawn-app.ts";
import { findInconsistencies } from "../load/check-ledger.ts";
import { untilMailIsDone } from "../load/finish-mails.ts";
import type { Outcome, Scenario, Settings } from "../scenario.ts";

export const killSending: Scenario = {
  name: "sending",
  rule: 820,
  words: "the app is killed while answers go out whose time has come",
  rounds: { small: 3, full: 100 },
  run,
};

/** Tickets, and answers that are due on each of them in a round. */
const TICKETS = 20;
const ANSWERS = 10;
/** Milliseconds of sending before a kill, and until all has gone out at the end. */
const WORKS = { least: 20, most: 400 };
const PATIENCE = 120_000;

async function run(settings: Settings): Promise<Outcome> {
  const place = await makePlace(settings, "kill-sending");
  let app: Running | null = null;
  let tickets: string[] = [];
  let half = 0;
  try {
    for (let round = 0; round < settings.rounds; round += 1) {
      app = await runApp(place.env);
      if (round === 0) tickets = await makeTickets(place.connection());
      await look(place.connection(), (client) => makeDue(client, tickets, round));
      await pause(settings.dice.between(WORKS.least, WORKS.most));
      await app.kill("SIGKILL");
      app = null;
      settings.say(`${round + 1} of ${settings.rounds}`);
      if (settings.url !== null) half += await look(place.connection(), countWaiting);
    }
    const lastStart = new Date();
    app = await runApp(place.env);
    const found = await look(place.connection(), async (client) => ({
      waiting: await untilNoneWaits(client),
      // Mails are kept here, and go to no server.
      rest: await untilMailIsDone(client, { relay: { isIdle: () => true }, lastStart, wanted: 0 }),
      ...(await compare(client)),
      inconsistencies: await findInconsistencies(client),
    }));
    const left = found.waiting > 0 ? [`${found.waiting} answers still wait`] : [];
    return {
      rounds: settings.rounds,
      acknowledged: settings.rounds * TICKETS * ANSWERS,
      lost: settings.rounds * TICKETS * ANSWERS - found.comments,
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

async function makeTickets(connection: Parameters<typeof look>[0]): Promise<string[]> {
  const [agent] = await makePeople(connection, 1);
  const [customer] = await makeCustomers(connection, 1);
  if (!agent || !customer) throw new Error("nobody was made");
  return look(connection, async (client) => {
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
      [TICKETS, agent.id, customer.id, customer.companyId],
    );
    return rows.map(({ id }) => id);
  });
}

/** Answers of this moment, in an order that their words tell. */
async function makeDue(client: Client, tickets: string[], round: number): Promise<void> {
  await client.query(
    `insert into scheduled_comments (ticket_id, author_id, visibility, comment, group_id, readers, send_at, try_at, hold,
       stop_if_answered, created_at)
     select t.id, t.assignee_id, 'public', 'Answer ' || lpad(($2::int * ${ANSWERS} + nth)::text, 6, '0'), gen_random_uuid(),
       jsonb_build_object(t.client_id, t.company_id), now() + nth * interval '1 millisecond',
       now() + nth * interval '1 millisecond', false, false, now()
     from tickets t, generate_series(1, ${ANSWERS}) as nth where t.id = any($1::uuid[])`,
    [tickets, round],
  );
}

async function countWaiting(client: Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::int as n from scheduled_comments where state = 'waiting'",
  );
  return rows[0]?.n ?? 0;
}

async function untilNoneWaits(client: Client): Promise<number> {
  for (const began = Date.now(); Date.now() - began < PATIENCE;) {
    // oxlint-disable-next-line no-await-in-loop
    const waiting = await countWaiting(client);
    if (waiting === 0) return 0;
    // oxlint-disable-next-line no-await-in-loop
    await pause(100);
  }
  return countWaiting(client);
}

/** Each answer once and in the order of its ticket, each mailed once to the one client, and none with its words kept twice. */
async function compare(client: Client) {
  const { rows } = await client.query<
    Record<"comments" | "mails" | "twice" | "disordered" | "kept" | "mailed_twice", number>
  >(
    `select
      (select count(*)::int from comments k join scheduled_comments s on s.id = k.id) as comments,
      (select count(*)::int from mails) as mails,
      (select count(*)::int - count(distinct (ticket_id, comment))::int from comments) as twice,
      (select count(*)::int from (select comment < lag(comment) over (partition by ticket_id order by position) as back
        from comments) as c where back) as disordered,
      (select count(*)::int from scheduled_comments where state = 'sent' and comment <> '') as kept,
      (select count(*)::int from (select dedupe_key from mails group by 1 having count(*) > 1) as m) as mailed_twice`,
  );
  const [found] = rows;
  if (!found) throw new Error("nothing was counted");
  const anomalies = [
    found.twice > 0 && `${found.twice} comments twice`,
    found.disordered > 0 && `${found.disordered} comments out of order`,
    found.mails !== found.comments && `${found.mails} mails of ${found.comments} comments`,
    found.kept > 0 && `${found.kept} answers keep their words`,
    found.mailed_twice > 0 && `${found.mailed_twice} mails twice`,
  ].filter((words) => words !== false);
  return { comments: found.comments, mails: found.mails, anomalies };
}

import type { Client } from "pg";
import type { Customer, Person } from "../../../test/support/app/signed-in-people.ts";
import { insertTickets, sendThroughKills } from "../../load/send-through-kills.ts";
import type { Scenario } from "../../scenario.ts";

/** Incidents, tickets of each, and answers to all of these that are due in a round. */
const INCIDENTS = 5;
const REPORTERS = 20;
const ANSWERS = 2;

export const killBroadcasts: Scenario = {
  name: "broadcasts",
  rule: 859,
  words: "the app is killed in the middle of answers to all reporters of incidents",
  rounds: { small: 3, full: 100 },
  run: (settings) =>
    sendThroughKills(settings, {
      folder: "kill-broadcasts",
      answers: INCIDENTS * REPORTERS * ANSWERS,
      prepare,
      makeDue,
      compare,
    }),
};

type People = { agent: Person; customer: Customer };

/** The incidents belong to nobody; each has as many tickets of the client. */
async function prepare(client: Client, { agent, customer }: People): Promise<string[]> {
  const incidents = await insertTickets(client, { count: INCIDENTS, agent, customer: null });
  const tickets = await insertTickets(client, { count: INCIDENTS * REPORTERS, agent, customer });
  await client.query(
    `insert into ticket_links (id, from_ticket_id, to_ticket_id, kind, created_by, created_at)
     select gen_random_uuid(), ticket, ($2::uuid[])[1 + (nth - 1) / ${REPORTERS}], 'child', $3::uuid, now()
     from unnest($1::uuid[]) with ordinality as t(ticket, nth)`,
    [tickets, incidents, agent.id],
  );
  return incidents;
}

/** Held answers of this moment, in an order that their words tell. */
async function makeDue(client: Client, incidents: string[], round: number): Promise<void> {
  await client.query(
    `insert into scheduled_comments (id, group_id, ticket_id, author_id, visibility, comment, broadcast, readers, send_at, try_at, hold,
       stop_if_answered, created_at)
     select made.id, made.id, made.ticket_id, incident.assignee_id, 'internal', made.words, jsonb_build_object(
         'answers', (select jsonb_agg(jsonb_build_object('ticket_id', t.id, 'text', made.words)) from tickets t where t.id = any(children)),
         'readers', (select jsonb_object_agg(t.id, jsonb_build_object(t.client_id, t.company_id)) from tickets t where t.id = any(children)),
         'closed_ids', '[]'::jsonb, 'left_out', '[]'::jsonb, 'status', null, 'saved_reply_id', null),
       '{}', made.at, made.at, true, false, now()
     from tickets incident, generate_series(1, ${ANSWERS}) as nth,
       lateral (select incident.id as ticket_id, gen_random_uuid() as id, 'Answer ' || lpad(($2::int * ${ANSWERS} + nth)::text, 6, '0') as words,
         now() + nth * interval '1 millisecond' as at) as made,
       lateral (select array_agg(from_ticket_id) as children from ticket_links where to_ticket_id = incident.id) as linked
     where made.ticket_id = any($1::uuid[])`,
    [incidents, round],
  );
}

/** Each answer once on every ticket and in its order, whole or not at all, mailed once, with one note on the incident. */
async function compare(client: Client) {
  const { rows } = await client.query<
    Record<
      "comments" | "mails" | "twice" | "by_half" | "notes" | "sent" | "disordered" | "kept" | "mailed_twice",
      number
    >
  >(
    `with answers as (select * from comments where visibility = 'public')
    select
      (select count(*)::int from answers) as comments,
      (select count(*)::int from mails) as mails,
      (select count(*)::int - count(distinct (ticket_id, broadcast_id))::int from answers) as twice,
      (select count(*)::int from (select from answers group by broadcast_id having count(*) <> ${REPORTERS}) as b) as by_half,
      (select count(*)::int from comments k join scheduled_comments s on s.id = k.id and k.visibility = 'internal') as notes,
      (select count(*)::int from scheduled_comments where state = 'sent') as sent,
      (select count(*)::int from (select comment < lag(comment) over (partition by ticket_id order by position) as back
        from answers) as c where back) as disordered,
      (select count(*)::int from scheduled_comments where state = 'sent' and (comment <> '' or broadcast is not null)) as kept,
      (select count(*)::int from (select dedupe_key from mails group by 1 having count(*) > 1) as m) as mailed_twice`,
  );
  const [found] = rows;
  if (!found) throw new Error("nothing was counted");
  const anomalies = [
    found.twice > 0 && `${found.twice} answers twice on a ticket`,
    found.by_half > 0 && `${found.by_half} answers to some of the reporters`,
    found.notes !== found.sent && `${found.notes} notes of ${found.sent} answers`,
    found.disordered > 0 && `${found.disordered} answers out of order`,
    found.mails !== found.comments && `${found.mails} mails of ${found.comments} answers`,
    found.kept > 0 && `${found.kept} answers keep their words`,
    found.mailed_twice > 0 && `${found.mailed_twice} mails twice`,
  ].filter((words) => words !== false);
  return { comments: found.comments, mails: found.mails, anomalies };
}

import type { Client } from "pg";
import { insertTickets, sendThroughKills } from "../../load/send-through-kills.ts";
import type { Scenario } from "../../scenario.ts";

/** Tickets, and answers that are due on each of them in a round. */
const TICKETS = 20;
export const ANSWERS = 10;

export const killSending: Scenario = {
  name: "sending",
  rule: 820,
  words: "the app is killed while answers go out whose time has come",
  rounds: { small: 3, full: 100 },
  run: (settings) =>
    sendThroughKills(settings, {
      folder: "kill-sending",
      answers: TICKETS * ANSWERS,
      prepare: (client, people) => insertTickets(client, { count: TICKETS, ...people }),
      makeDue: makeDueAnswers,
      compare,
    }),
};

/** Answers of this moment, in an order that their words tell. */
export async function makeDueAnswers(client: Client, tickets: string[], round: number): Promise<void> {
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

import type { Client } from "pg";
import { jobs } from "#contract/jobs.ts";
import type { Customer, Person } from "../../../test/support/app/signed-in-people.ts";
import { sendThroughKills } from "../../load/send-through-kills.ts";
import type { Scenario } from "../../scenario.ts";

/** Tickets of each kind in a round. */
const TICKETS = 10;
/** Minutes: ten days and twenty, so that nothing else comes due while this runs. */
const TARGETS = { first_response: 14_400, resolution: 28_800 };
/** Minutes of each kind of ticket, and what its agent is to be told of: soon, overdue, and both. */
const AGES = [
  { age: 0.8 * TARGETS.first_response, told: 1 },
  { age: 1.1 * TARGETS.first_response, told: 1 },
  { age: 0.8 * TARGETS.resolution, told: 2 },
];
/** Milliseconds before a kill: clocks are computed at once, and mails are written a second later. */
const WORKS = { least: 50, most: 2500 };
const TOLD = TICKETS * AGES.reduce((sum, { told }) => sum + told, 0);

export const killWarnings: Scenario = {
  name: "warnings",
  rule: 916,
  words: "the app is killed while due times are computed and told of",
  rounds: { small: 3, full: 500 },
  run: (settings) =>
    sendThroughKills(settings, {
      folder: "kill-warnings",
      answers: TOLD,
      prepare: promise,
      makeDue: raise,
      works: WORKS,
      countWaiting,
      compare,
    }),
};

type People = { agent: Person; customer: Customer };

/** A service level around the clock for everybody, since long ago. */
async function promise(client: Client, people: People): Promise<People> {
  await client.query(
    `with calendar as (insert into calendars (name, version) values ('Always', 1) returning id),
      hours as (insert into calendar_versions (calendar_id, number, zone, week, created_at, created_by)
        select id, 1, 'UTC', '{"mon":[["00:00","24:00"]],"tue":[],"wed":[],"thu":[],"fri":[],"sat":[],"sun":[]}', $2, $1 from calendar),
      policy as (insert into sla_policies (name, version) values ('Promised', 1) returning id),
      version as (insert into sla_policy_versions (policy_id, number, pauses_for_client, pauses_for_third_party, created_at, created_by)
        select id, 1, true, true, $2, $1 from policy returning id),
      targets as (insert into sla_targets (policy_version_id, priority, first_response_minutes, resolution_minutes, around_the_clock)
        select id, priority, ${TARGETS.first_response}, ${TARGETS.resolution}, true
        from version, unnest(array['low', 'normal', 'high', 'urgent']) as priority)
     insert into sla_assignments (policy_id, calendar_id, from_at, assigned_by)
     select policy.id, calendar.id, $2, $1 from policy, calendar`,
    [people.agent.id, new Date("2020-01-01T00:00:00Z")],
  );
  // Heard by the app as everything that the history tells.
  await client.query(
    `insert into history (id, entity, entity_id, kind, occurred_at, principal_id, audience)
     select gen_random_uuid(), 'sla', id, 'sla.assigned', now(), $1, 'administrators' from companies where is_internal`,
    [people.agent.id],
  );
  return people;
}

/** Tickets that the client raised days ago, in the agent's hands, which nobody has computed yet. */
async function raise(client: Client, { agent, customer }: People): Promise<void> {
  for (const { age } of AGES)
    await client.query(
      `with n as (select nextval('ticket_numbers_seq') as number from generate_series(1, ${TICKETS})),
       made as (insert into tickets (number, uid, subject, issue, status, priority, created_by, assignee_id, client_id, company_id,
           created, updated)
         select number, 'WP-' || number, 'Waiting', 'x', 'open', 'normal', $1::uuid, $2::uuid, $1::uuid, $3::uuid, $4, $4 from n
         returning id, number),
       numbers as (insert into ticket_numbers (number, ticket_id) select number, id from made),
       words as (insert into ticket_words (ticket_id, public_words, staff_words) select id, '', '' from made)
       insert into history (id, entity, entity_id, kind, occurred_at, principal_id, audience, company_id, after)
       select gen_random_uuid(), 'ticket', id, 'ticket.created', $4, $1::uuid, 'public', $3::uuid, jsonb_build_object('status', 'open',
         'priority', 'normal', 'company_id', $3::uuid, 'assignee_id', $2::uuid) from made`,
      [customer.id, agent.id, customer.companyId, new Date(Date.now() - age * 60_000)],
    );
}

/** Tickets to compute, clocks to tell of, and mails to write. */
async function countWaiting(client: Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select (select count(*)::int from sla_queue)
      + (select count(*)::int from sla_clocks where warned_at is null and warn_at <= now())
      + (select count(*)::int from sla_clocks where told_overdue_at is null and due_at < now())
      + (select count(*)::int from sla_warnings where is_to_mail)
      + (select count(*)::int from pgboss.job where name = $1 and state < 'completed') as n`,
    [jobs.warnOfServiceLevels.name],
  );
  return rows[0]?.n ?? 0;
}

/** Each warning once in one mail, whether that tells of one or of many, by name or as one of "more", and once in the history. */
async function compare(client: Client) {
  const { rows } = await client.query<
    Record<"warnings" | "events" | "mails" | "told" | "twice" | "rows", number>
  >(
    `with said as (
      select m.id, word[1] || ' ' || word[2] as what from mails m,
        regexp_matches(m.body_text, '(First response|Resolution) of (WP-[0-9]+) ', 'g') as word),
      unnamed as (
      select coalesce(sum(word[1]::int), 0)::int as n from mails m, regexp_matches(m.body_text, 'And ([0-9]+) more', 'g') as word)
    select
      (select count(*)::int from sla_warnings) as warnings,
      (select count(*)::int from history where kind in ('ticket.sla_warned', 'ticket.sla_missed')) as events,
      (select count(*)::int from mails) as mails,
      (select count(*)::int from said) + (select n from unnamed) as told,
      (select count(*)::int from (select what from said group by what having count(*) > 1) as again) as twice,
      (select count(*)::int from sla_due) as rows`,
  );
  const [found] = rows;
  if (!found) throw new Error("nothing was counted");
  const anomalies = [
    found.events !== found.warnings && `${found.events} events of ${found.warnings} warnings`,
    found.told !== found.warnings && `mails tell of ${found.told} of ${found.warnings} warnings`,
    found.twice > 0 && `${found.twice} warnings twice`,
    found.rows !== (found.warnings / TOLD) * TICKETS * AGES.length && `${found.rows} rows of due times`,
  ].filter((words) => words !== false);
  return { comments: found.warnings, mails: found.mails, anomalies };
}

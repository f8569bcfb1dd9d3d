import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerAllCalls } from "../test/support/app/answer-all-calls.ts";
import { makeWorld, type Name, type World } from "../test/support/app/app-with-people.ts";
import { idsOf, type Outage } from "../test/support/app/incident-calls.ts";
import { mergeCalls, mergeIds, type Raised } from "../test/support/app/merge-calls.ts";
import { watchStatements } from "../test/support/database/watch-statements.ts";
import { switchOn } from "../test/support/sla-clock/service-levels.ts";
import { publishDue } from "./comments/scheduled/publish-due.ts";
import { runServiceLevels } from "./sla/due/start-renewing.ts";
import { wakeDueTickets } from "./tickets/follow-up/wake.ts";

/** So many that a look at all of them is never the shorter way to one. */
const TICKETS = 12_000;
/** Tables that grow with the years. */
const GROWING = [
  "tickets",
  "ticket_words",
  "ticket_numbers",
  "ticket_reads",
  "comments",
  "history",
  "inbox_items",
];
const SEEN_WHOLE = new RegExp(`Seq Scan on (${GROWING.join("|")})\\b`);
const DAY = 86_400_000;

let world: World;
let one: Raised;
let other: Raised;
let outage: Outage;
const merging = mergeCalls(() => world);
const incidents = answerAllCalls(() => ({ world, ...outage }));
const as = (name: Name) => world.as(name);
const inDays = (days: number) => new Date(world.clock.now().getTime() + days * DAY).toISOString();

beforeAll(async () => {
  world = await makeWorld();
  await switchOn(world);
  await fill();
  [one, other] = [await merging.raise("tomas", "Printer"), await merging.raise("tomas", "Scanner")];
  outage = await incidents.startOutage();
});
afterAll(() => world.end());

/** Without triggers, which would take most of the time: what they write is not what is looked at. */
async function fill(): Promise<void> {
  const [tomas, idris, kestrel] = [world.idOf("tomas"), world.idOf("idris"), world.companies.kestrel];
  const made = "from tickets where number > 100000";
  await world.pool.query(`
    begin;
    set local session_replication_role = replica;
    insert into tickets (number, uid, subject, issue, status, priority, client_id, assignee_id, company_id, created_by, created, updated)
      select 100000 + n, 'WP-' || (100000 + n), 'Subject', repeat('x', 1000), (array['open', 'closed'])[1 + n % 2], 'normal', '${tomas}', '${idris}',
        '${kestrel}', '${tomas}', now() - interval '1 minute' * n, now() - interval '1 minute' * n
      from generate_series(1, ${TICKETS}) as n;
    insert into ticket_numbers (number, ticket_id, kind) select number, id, 'own' ${made};
    insert into ticket_words (ticket_id, public_words, staff_words, status, priority, assignee_id, client_id, company_id, confidential,
        updated)
      select id, 'subject', 'subject', status, priority, assignee_id, client_id, company_id, false, updated ${made};
    insert into comments (ticket_id, origin_ticket_id, author_id, visibility, comment, created_at)
      select id, id, '${tomas}', 'public', repeat('x', 500), created ${made};
    insert into ticket_reads (ticket_id, user_id, read_at) select id, '${idris}', created ${made};
    insert into history (id, entity, entity_id, kind, occurred_at, principal_id, via, request_id, audience, company_id, after, hash)
      select gen_random_uuid(), 'ticket', id, 'ticket.created', created, '${tomas}', 'import', 'x', 'public', '${kestrel}',
        '{"status": "closed"}', '' ${made};
    insert into inbox_items (ticket_id, user_id, reason, mentioned, happened_at, last_event, in_trash)
      select id, '${idris}', 'assigned', false, created, id, false ${made};
    commit;
    analyze ${GROWING.join(", ")}`);
}

/** What a deed asks the database, each statement once. */
async function statementsOf(deed: () => Promise<unknown>): Promise<string[]> {
  const asked = new Set<string>();
  const stop = watchStatements((text) => {
    if (/^\s*(select|with|insert|update|delete)\b/i.test(text)) asked.add(text);
  });
  await deed().finally(stop);
  return [...asked];
}

/** The statement's plan for any values, where it reads a table that grows from end to end. */
async function planWithWholeTable(text: string): Promise<string | undefined> {
  const client = await world.pool.connect();
  try {
    await client.query("set plan_cache_mode = force_generic_plan");
    await client.query(`prepare asked as ${text}`);
    const { rows: asked } = await client.query<{ n: number }>(
      "select cardinality(parameter_types)::int as n from pg_prepared_statements where name = 'asked'",
    );
    const values = Array.from({ length: asked[0]?.n ?? 0 }, () => "null").join(", ");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      `explain execute asked${values && `(${values})`}`,
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    return SEEN_WHOLE.test(plan) ? `${plan}\n${await sizesOfTables()}` : undefined;
  } finally {
    await client.query("reset plan_cache_mode");
    await client.query("deallocate all");
    client.release();
  }
}

/** What the planner goes by: a plan that nobody expected is explained by it or by nothing. */
async function sizesOfTables(): Promise<string> {
  const { rows } = await world.pool.query<Record<string, unknown>>(
    `select relname, relpages, reltuples, pg_relation_size(oid) as bytes from pg_class where relname = any($1)`,
    [GROWING],
  );
  return rows.map((row) => JSON.stringify(row)).join("\n");
}

/** A deed that is refused asks little. */
async function done<Answer extends { status: number; body: unknown }>(
  asked: Promise<Answer>,
): Promise<Answer> {
  const answer = await asked;
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}
const post = (name: Name, path: string, body: object = {}) => done(as(name).post(path, body));

const DEEDS: Record<string, () => Promise<unknown>> = {
  "raising a ticket": () => merging.raise("tomas", "Mouse"),
  answering: () => post("idris", `/tickets/${one.id}/comments`, { comment: "Try it." }),
  "answering as a client": () => post("tomas", `/tickets/${one.id}/comments`, { comment: "It works." }),
  "a note": () => post("idris", `/tickets/${one.id}/comments`, { comment: "A note", visibility: "internal" }),
  "changing a ticket": () =>
    done(as("idris").patch(`/tickets/${one.id}`, { priority: "high", status: "pending" })),
  "handing a ticket on": () =>
    done(as("idris").patch(`/tickets/${one.id}`, { assignee_id: world.idOf("lena") })),
  "changing many": () =>
    done(as("idris").patch("/tickets/bulk", { ids: [one.id, other.id], priority: "low" })),
  tagging: () => done(as("lena").put(`/tickets/${one.id}/tags`, { tags: ["vpn"] })),
  linking: () => post("idris", `/tickets/${one.id}/links`, { kind: "related", ticket_id: other.id }),
  reading: () => post("idris", `/tickets/${one.id}/read`),
  "an answer that waits": () =>
    post("idris", `/tickets/${one.id}/scheduled`, { comment: "Later.", hold_seconds: 10 }),
  "sending what waited": async () => {
    world.pass(60_000);
    expect(await publishDue(world.app)).toBe(1);
  },
  "a follow-up date": () => done(as("idris").put(`/tickets/${one.id}/follow-up`, { at: inDays(1) })),
  waking: async () => {
    world.pass(DAY);
    expect(await wakeDueTickets(world.app)).toBe(1);
  },
  "a macro": () =>
    post("idris", "/macros/apply", { ticket_ids: [one.id, other.id], effects: { priority: "high" } }),
  splitting: async () => {
    const { body } = await post("tomas", `/tickets/${one.id}/comments`, { comment: "Another matter" });
    return done(merging.split(one, { comment_ids: [body.id] }));
  },
  "merging and taking it back": async () =>
    done(merging.undo(mergeIds(await done(merging.merge(one, [other]))))),
  "opening an incident": () => done(as("idris").get(`/tickets/${outage.incident.id}/reporters`)),
  "answering all reporters": () => done(incidents.answer()),
  "closing all reporters": () =>
    post("idris", `/incidents/${outage.incident.id}/close`, { child_ids: idsOf([outage.printer]) }),
  "marking as solved": () => post("tomas", `/tickets/${one.id}/solve`),
  reopening: () => post("tomas", `/tickets/${one.id}/reopen`),
  "the trash and back": async () => {
    await done(as("maren").delete(`/tickets/${other.id}`));
    return post("maren", `/tickets/${other.id}/restore`);
  },
  "opening a ticket": async () => {
    await done(as("idris").get(`/tickets/${one.id}`));
    return done(as("tomas").get(`/tickets/${one.id}`));
  },
  "the mails and jobs that follow": () => world.drain(),
  "the clocks that follow": () => runServiceLevels(world.app),
};

describe("among thousands of tickets", () => {
  it.each(Object.entries(DEEDS))("%s reads no table from end to end", async (_, deed) => {
    const found: Record<string, string> = {};
    for (const text of await statementsOf(deed)) {
      const plan = await planWithWholeTable(text);
      if (plan !== undefined) found[text] = plan;
    }
    expect(found).toEqual({});
  });
});

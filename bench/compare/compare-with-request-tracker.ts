/*
 * Request Tracker 5 beside us, with the same tickets and comments. A running one is given by its address and database (see
 * docs/performance/request-tracker.md); its tables are filled here as its own `RT::Ticket->Create` leaves them, because that takes a tenth
 * of a second a ticket. It is asked by its REST2 interface and by the pages that its users see, signed in by a cookie.
 */
import { Pool, type PoolClient } from "pg";
import { ask, figuresOf, type Figures, type Target } from "../measure/measure.ts";
import type { Material } from "../measure/pick-search-terms.ts";
import type { Operation } from "../measure/operations.ts";

export type RtRow = { operation: string; ours: Figures; rt: Figures; faster: number };
type Ours = { address: string; token: string; pool: Pool };
type Place = { address: string; database: string };
type Pair = { name: string; ours: Asked; theirs: Asked };
type Asked = { path: string; body?: object };

const FIELDS = "fields=Subject,Status,Priority,Owner,Requestor,Created,LastUpdated";
const NEWEST = `orderby=LastUpdated&order=DESC&per_page=25&${FIELDS}`;
const AT_ONCE = 2000;

/** Turn by turn, one person at a time. What both answer is looked at, and what both stored is counted. */
export async function measureBeside(
  ours: Ours,
  place: Place,
  { material, rounds }: { material: Material; rounds: number },
  say: (words: string) => void,
): Promise<{ version: string; tickets: number; rows: RtRow[] }> {
  const theirs = new Pool({ connectionString: place.database, max: 2 });
  try {
    const tickets = await fill(ours.pool, theirs, say);
    const cookie = await signIn(place.address);
    const { rows: found } = await theirs.query<{ id: number }>(
      "select id from tickets where subject = $1 limit 1",
      [
        (
          await ours.pool.query<{ subject: string }>("select subject from tickets where id = $1", [
            material.detail,
          ])
        ).rows[0]?.subject,
      ],
    );
    // Its index leaves out words such as "with".
    const { rows: words } = await theirs.query<{ word: string }>(
      "select word from unnest($1::text[]) with ordinality as each(word, place) where to_tsvector(word) <> '' order by place",
      [[...material.frequent, material.middling]],
    );
    const pairs = pairsOf(material, { id: found[0]?.id ?? 1, word: words[0]?.word ?? "" });
    const us = targetOf("ours", `${ours.address}/api`, { authorization: `Bearer ${ours.token}` });
    const them = targetOf("rt", place.address, { cookie });
    const times = new Map(pairs.map(({ name }) => [name, { ours: [] as number[], rt: [] as number[] }]));
    const before = await counted(theirs);
    for (let round = -3; round < rounds; round += 1) {
      for (const pair of pairs) {
        for (const side of round % 2 === 0 ? (["ours", "theirs"] as const) : (["theirs", "ours"] as const)) {
          const { status, body, ms } = await ask(side === "ours" ? us : them, operationOf(pair, side));
          check(pair, { side, status, body });
          if (round >= 0) times.get(pair.name)?.[side === "ours" ? "ours" : "rt"].push(ms);
        }
      }
      say(`  round ${round + 1} of ${rounds}`);
    }
    const made = (await counted(theirs)) - before;
    if (made !== rounds + 3) throw new Error(`created ${rounds + 3} times, and ${made} tickets stored`);
    const version = /"Version" : "([^"]+)"/.exec(
      (await ask(them, { name: "version", method: "GET", path: "/REST/2.0/rt", statements: [] })).body,
    )?.[1];
    return {
      version: version ?? "5",
      tickets,
      rows: [...times].map(([operation, { ours: a, rt: b }]) => {
        const [mine, its] = [figuresOf(a), figuresOf(b)];
        return { operation, ours: mine, rt: its, faster: its.p50 / mine.p50 };
      }),
    };
  } finally {
    await theirs.end();
  }
}

function pairsOf({ detail }: Material, { id, word }: { id: number; word: string }): Pair[] {
  const list = "/tickets?per_page=25";
  const made = { subject: "Measured printer of the third floor", issue: LONG };
  return [
    { name: "list", ours: { path: list }, theirs: { path: search("id > 0") } },
    { name: "list, its page", ours: { path: list }, theirs: { path: page("id > 0") } },
    {
      name: "filtered list",
      ours: { path: `${list}&status=open` },
      theirs: { path: search("Status = 'new'") },
    },
    {
      name: "search",
      ours: { path: `${list}&search=${word}` },
      theirs: { path: search(`Content LIKE '${word}'`) },
    },
    { name: "detail", ours: { path: `/tickets/${detail}` }, theirs: { path: `/REST/2.0/ticket/${id}` } },
    {
      name: "detail, its page",
      ours: { path: `/tickets/${detail}` },
      theirs: { path: `/Ticket/Display.html?id=${id}` },
    },
    {
      name: "create",
      ours: { path: "/tickets", body: { ...made, priority: "high" } },
      theirs: {
        path: "/REST/2.0/ticket",
        body: { Queue: "General", Subject: made.subject, Content: made.issue, Requestor: "root@localhost" },
      },
    },
  ];
}

const search = (query: string) => `/REST/2.0/tickets?query=${encodeURIComponent(query)}&${NEWEST}`;
const page = (query: string) =>
  `/Search/Results.html?Query=${encodeURIComponent(query)}&OrderBy=LastUpdated&Order=DESC&Rows=25`;

const LONG = "Since this morning the printer of the third floor takes every job and prints nothing. ".repeat(
  6,
);

function targetOf(name: string, base: string, headers: Record<string, string>): Target {
  return { name, url: ({ path }) => `${base}${path}`, headers };
}

function operationOf({ name, ...sides }: Pair, side: "ours" | "theirs"): Operation {
  const { path, body } = sides[side];
  return { name, method: body ? "POST" : "GET", path, ...(body && { body }), statements: [] };
}

function check({ name }: Pair, { side, status, body }: { side: string; status: number; body: string }) {
  if (status !== 200 && status !== 201) throw new Error(`${side}, ${name}: ${status} ${body.slice(0, 300)}`);
  if (!/^(list|filtered list|search)$/.test(name)) return;
  const { items = [] }: { items?: unknown[] } = JSON.parse(body);
  if (items.length !== 25) throw new Error(`${side}, ${name}: ${items.length} tickets instead of 25`);
}

async function signIn(address: string): Promise<string> {
  const answer = await fetch(`${address}/NoAuth/Login.html`, {
    method: "POST",
    body: new URLSearchParams({ user: "root", pass: "password" }),
    redirect: "manual",
  });
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
}

async function counted(database: Pool): Promise<number> {
  return (await database.query<{ n: number }>("select count(*)::int as n from tickets")).rows[0]?.n ?? 0;
}

/** Copies tickets and comments unless that was done before; answers how many tickets are there. */
async function fill(from: Pool, to: Pool, say: (words: string) => void): Promise<number> {
  const present = await counted(to);
  if (present > 1000) return present;
  say("filling Request Tracker");
  const client = await to.connect();
  try {
    await client.query(
      "create temp table moved (number bigint, subject text, issue text, status text, priority text, created timestamp, updated timestamp)",
    );
    await client.query("create temp table said (number bigint, words text, created timestamp)");
    await copy(from, client, {
      table: "moved",
      columns: ["number", "subject", "issue", "status", "priority", "created", "updated"],
      by: MOVED,
    });
    await copy(from, client, { table: "said", columns: ["number", "words", "created"], by: SAID });
    for (const statement of ROWS) await client.query(statement);
    await client.query("vacuum analyze");
  } finally {
    client.release();
  }
  return counted(to);
}

const MOVED = `select number, left(subject, 200) as subject, issue, status, priority, created, updated from tickets
  where deleted_at is null and number > $1 order by number limit ${AT_ONCE}`;
const SAID = `select t.number, c.comment as words, c.created_at as created from comments c join tickets t on t.id = c.ticket_id
  where t.deleted_at is null and t.number > $1 and t.number <= (select max(number) from (
    select number from tickets where deleted_at is null and number > $1 order by number limit ${AT_ONCE}) next) order by t.number`;

type Copied = { table: string; columns: string[]; by: string };

async function copy(from: Pool, to: PoolClient, { table, columns, by }: Copied): Promise<void> {
  const { rows: ends } = await from.query<{ last: number }>("select max(number) as last from tickets");
  for (let after = 0, last = ends[0]?.last ?? 0; after < last;) {
    const { rows } = await from.query<Record<string, unknown>>(by, [after]);
    await to.query(
      `insert into ${table} select ${columns.join(", ")} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [JSON.stringify(rows)],
    );
    const { rows: next } = await from.query<{ last: number }>(
      `select max(number) as last from (select number from tickets where deleted_at is null and number > $1 order by number limit ${AT_ONCE}) page`,
      [after],
    );
    after = next[0]?.last ?? last;
  }
}

/** root is 14, Nobody is 6, the queue General is 1; every ticket has four groups, each a member of itself. */
const ROWS = [
  `create temp table new_tickets as select number, (select coalesce(max(id), 0) from tickets) + row_number() over (order by number) as id,
     subject, issue, created, updated,
     case status when 'open' then 'new' when 'in_progress' then 'open' when 'closed' then 'resolved' else 'stalled' end as status,
     case priority when 'urgent' then 75 when 'high' then 50 when 'normal' then 25 else 0 end as priority from moved`,
  "create index on new_tickets (number)",
  `insert into tickets (id, effectiveid, queue, type, owner, subject, priority, status, starts, started, due, resolved, lastupdatedby, lastupdated, creator, created)
     select id, id, 1, 'ticket', 6, subject, priority, status, 'epoch', 'epoch', 'epoch',
       case status when 'resolved' then updated else 'epoch' end, 14, updated, 14, created from new_tickets`,
  `create temp table new_groups as select (select max(id) from principals) + row_number() over (order by t.id, name) as id, t.id as instance, name, t.created
     from new_tickets t, unnest(array['AdminCc', 'Cc', 'Owner', 'Requestor']) name`,
  "insert into principals (id, principaltype, disabled) select id, 'Group', 0 from new_groups",
  `insert into groups (id, name, domain, instance, creator, created, lastupdatedby, lastupdated)
     select id, name, 'RT::Ticket-Role', instance, 14, created, 14, created from new_groups`,
  `insert into groupmembers (groupid, memberid, creator, created, lastupdatedby, lastupdated)
     select id, case name when 'Owner' then 6 else 14 end, 14, created, 14, created from new_groups where name in ('Owner', 'Requestor')`,
  `with members as (select nextval('cachedgroupmembers_id_seq') as id, g.id as groupid, m.memberid from new_groups g,
       lateral (select g.id as memberid union all select 6 where g.name = 'Owner' union all select 14 where g.name = 'Requestor') m)
     insert into cachedgroupmembers (id, groupid, memberid, via, immediateparentid, disabled) select id, groupid, memberid, id, groupid, 0 from members`,
  `create temp table texts as select nextval('transactions_id_seq') as id, * from (
     select t.id as ticket, 'Create' as type, t.subject, t.issue as words, t.created from new_tickets t
     union all select t.id, 'Correspond', t.subject, s.words, s.created from said s join new_tickets t on t.number = s.number order by created) each`,
  `insert into transactions (id, objecttype, objectid, timetaken, type, creator, created) select id, 'RT::Ticket', ticket, 0, type, 14, created from texts`,
  `insert into attachments (transactionid, parent, messageid, subject, contenttype, contentencoding, content, headers, creator, created)
     select id, 0, 'waypost-' || id, subject, 'text/plain', 'none', words,
       E'MIME-Version: 1.0\\nContent-Type: text/plain; charset="utf-8"\\nX-RT-Original-Encoding: utf-8\\n', 14, created from texts`,
  "select setval('tickets_id_seq', max(id)) from tickets",
  "select setval('principals_id_seq', max(id)) from principals",
  "select setval('groups_id_seq', max(id)) from groups",
  // As rt-setup-fulltext-index and rt-fulltext-indexer do.
  "create table if not exists attachmentsindex (id bigint primary key, contentindex tsvector)",
  "insert into attachmentsindex select id, to_tsvector(content) from attachments where contenttype = 'text/plain' on conflict do nothing",
  "create index if not exists attachmentsindex_words on attachmentsindex using gin (contentindex)",
  "grant select on attachmentsindex to public",
];

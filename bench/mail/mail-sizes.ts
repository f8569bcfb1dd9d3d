import { setTimeout as pause } from "node:timers/promises";
import { CompiledQuery, Kysely, PostgresDialect } from "kysely";
import { readConfig } from "#server/config.ts";
import type { Tables } from "#server/db/tables.ts";
import { isFlood } from "#server/incoming/processing/floods.ts";
import { matchTicket } from "#server/incoming/processing/match-ticket.ts";
import { summarizeIncoming } from "#server/incoming/summary.ts";
import { parseMail } from "#server/lib/mime/parse.ts";
import { fillWithMails } from "./fill-with-mails.ts";
import { type Desk, type Say, timeOf } from "./mails-to-send.ts";
import { figuresOf, type Figures } from "../measure/measure.ts";
import { countOf, fine } from "../report/report-parts.ts";
import { signIn } from "../measure/start-filled-desk.ts";

type Question = { name: string; ask: () => Promise<unknown> };
type Measured = { times: Map<string, Figures> } & Explained;

const GOAL = 1.2;
const WARM = 10;

/**
 * The same questions of a desk that has kept few mails and of one that has kept many; the goal is 1.2 times. Each statement
 * that is asked without HTTP is explained at the last size, and none of all may read a table of mails from end to end.
 */
export async function measureMailSizes(
  desk: Desk,
  { folder, sizes, rounds }: { folder: string; sizes: number[]; rounds: number },
  say: Say,
): Promise<void> {
  const all: Measured[] = [];
  for (const size of sizes) {
    say(`filling up to ${countOf(size)} mails`);
    await fillWithMails(desk.pool, size);
    await settle(desk);
    const before = await readScans(desk);
    const questions = await listQuestions(desk, folder);
    const times = await measure(questions, rounds);
    tellScans(before, await readScans(desk), say);
    all.push({ times, ...(await explainAll(desk, folder)) });
  }
  const [few, many] = [all[0], all.at(-1)];
  if (!few || !many) return;
  compareSizes(few, many, say);
  for (const [name, ways] of many.ways) for (const way of ways) say(`  plan of "${name}": ${way}`);
}

/**
 * The second ratio is to the bare lookup's own, which tells what the machine did meanwhile; pages say what a question
 * costs whatever the machine does.
 */
function compareSizes(few: Measured, many: Measured, say: Say): void {
  const ratioOf = (name: string) => (many.times.get(name)?.p50 ?? 0) / (few.times.get(name)?.p50 ?? 1);
  const bare = ratioOf(BARE);
  for (const [name, figures] of many.times) {
    const ratio = ratioOf(name);
    const against = few.times.get(name) ?? figures;
    const pages = many.pages.has(name) ? `; ${few.pages.get(name)} pages, then ${many.pages.get(name)}` : "";
    const verdict = name === BARE ? "" : `, goal ${GOAL}: ${ratio <= GOAL ? "met" : "MISSED"}`;
    say(`${name}: ${fine(against)} ms, then ${fine(figures)} ms`);
    say(
      `  ${ratio.toFixed(2)} times by p50${verdict}; ${(ratio / bare).toFixed(2)} of the bare lookup's${pages}`,
    );
  }
}

/** What was filled is written to the disk and vacuumed at last, which would be measured with the questions. */
async function settle({ pool }: Desk): Promise<void> {
  await pool.query("checkpoint");
  for (let isBusy = true; isBusy;) {
    await pause(1000);
    const { rows } = await pool.query<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where backend_type = 'autovacuum worker'",
    );
    isBusy = (rows[0]?.n ?? 0) > 0;
  }
}

const BARE = "one mail by its id, for comparison";

async function measure(questions: Question[], rounds: number): Promise<Measured["times"]> {
  const times = new Map(questions.map(({ name }) => [name, [] as number[]]));
  for (let round = -WARM; round < rounds; round += 1)
    for (const { name, ask } of questions) {
      const took = await timeOf(ask);
      if (round >= 0) times.get(name)?.push(took);
    }
  return new Map([...times].map(([name, each]) => [name, figuresOf(each)]));
}

type Sample = { id: string; message_id: string; ticket_id: string };

async function listQuestions(desk: Desk, folder: string): Promise<Question[]> {
  const { token } = await signIn(desk.address);
  const get = (path: string) => async () => {
    const answer = await fetch(`${desk.address}/api${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  };
  const inside = openInside(desk, folder);
  const sample = await findSample(desk);
  return [
    {
      name: BARE,
      ask: () => desk.pool.query("select subject from incoming_mails where id = $1", [sample.id]),
    },
    ...(await insideQuestions(inside, sample)),
    { name: "GET /incoming?state=held, with the counts", ask: get("/incoming?state=held") },
    { name: "GET /incoming, all of them", ask: get("/incoming") },
    { name: "GET /incoming/summary", ask: get("/incoming/summary") },
    { name: "GET /incoming?state=held&search=labels", ask: get("/incoming?state=held&search=labels") },
    { name: "GET /tickets/{id}/mails", ask: get(`/tickets/${sample.ticket_id}/mails`) },
  ];
}

type Inside = { db: Kysely<Tables>; config: ReturnType<typeof readConfig>; said: CompiledQuery[] };

/** As the app asks, without HTTP; `said` is every statement. */
function openInside({ pool }: Desk, folder: string): Inside {
  const said: CompiledQuery[] = [];
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void said.push(query),
  });
  return { db, config: readConfig({ DATA_DIR: folder, DEMO: "on" }), said };
}

async function insideQuestions({ db, config }: Inside, { id, message_id }: Sample): Promise<Question[]> {
  const head = ["From: somebody@client.example", "To: help@waypost.example"];
  const answer = await parseMail(
    Buffer.from(
      [...head, `In-Reply-To: ${message_id}`, "Subject: Re: Blank labels", "", "Thanks.", ""].join("\r\n"),
    ),
  );
  const stranger = await parseMail(
    Buffer.from([...head, "Subject: [WP-999999999] x", "", "x", ""].join("\r\n")),
  );
  const row = await db
    .selectFrom("incoming_mails")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const desk = { app: { config }, db, mailboxes: [] };
  return [
    {
      name: "match by what it answers",
      ask: () => matchTicket({ ...desk, mail: { parsed: answer, envelopeTo: [] } }),
    },
    {
      name: "match by nothing",
      ask: () => matchTicket({ ...desk, mail: { parsed: stranger, envelopeTo: [] } }),
    },
    {
      name: "count the mails of a sender",
      ask: () => isFlood({ db, mail: { row }, settings: { systemSenders: [] } }, null),
    },
    { name: "the figures of the last day", ask: () => summarizeIncoming({ db, now: new Date() }) },
  ];
}

/** A mail in the middle of those that led to a ticket. */
async function findSample({ pool }: Desk): Promise<Sample> {
  const { rows } = await pool.query<Sample>(
    `select id, message_id, ticket_id from incoming_mails
     where message_id is not null and ticket_id is not null and state = 'done'
       and position >= (select min(position) + (max(position) - min(position)) / 2 from incoming_mails)
     order by position limit 1`,
  );
  if (!rows[0]) throw new Error("no mail led to a ticket");
  return rows[0];
}

type Explained = { ways: Map<string, string[]>; pages: Map<string, number> };

/** How each statement that is asked without HTTP finds its rows, and how many pages of the database a question reads. */
async function explainAll(desk: Desk, folder: string): Promise<Explained> {
  const inside = openInside(desk, folder);
  const questions = await insideQuestions(inside, await findSample(desk));
  const explained: Explained = { ways: new Map(), pages: new Map() };
  for (const { name, ask } of questions) {
    const before = inside.said.length;
    await ask();
    const plans = [];
    for (const statement of inside.said.slice(before)) plans.push(await explain(desk, statement));
    explained.ways.set(
      name,
      plans.map(({ ways }) => ways),
    );
    explained.pages.set(
      name,
      plans.reduce((sum, { pages }) => sum + pages, 0),
    );
  }
  return explained;
}

async function explain({ pool }: Desk, { sql, parameters }: CompiledQuery) {
  const { rows } = await pool.query<{ "QUERY PLAN": string }>(`explain (analyze, buffers) ${sql}`, [
    ...parameters,
  ]);
  const plan = rows.map((row) => row["QUERY PLAN"]);
  const found = plan.flatMap(
    (line) => /(?:Index Only|Index|Bitmap Heap|Seq) Scan.* on \w+/.exec(line)?.[0] ?? [],
  );
  // The first line of buffers is the whole statement's; planning has its own, further down.
  const buffers = plan.find((line) => line.includes("Buffers: shared")) ?? "";
  const pages = [...buffers.matchAll(/(?:hit|read)=(\d+)/g)].reduce((sum, [, n]) => sum + Number(n), 0);
  return { ways: found.join("; "), pages };
}

type Scans = { table: string; scans: number; rows: number };

/** How often tables of mails were read from end to end, and how many rows that were. */
async function readScans({ pool }: Desk): Promise<Scans[]> {
  // The server collects what its processes did within a second.
  await pause(2000);
  const { rows } = await pool.query<Scans>(
    `select relname as table, seq_scan::int as scans, seq_tup_read::float8 as rows from pg_stat_user_tables
     where relname in ('incoming_mails', 'incoming_deliveries', 'mails') order by 1`,
  );
  return rows;
}

function tellScans(before: Scans[], after: Scans[], say: Say): void {
  for (const [n, { table, scans, rows }] of after.entries())
    say(
      `  ${table} read from end to end: ${scans - (before[n]?.scans ?? 0)} times, ${rows - (before[n]?.rows ?? 0)} rows`,
    );
}

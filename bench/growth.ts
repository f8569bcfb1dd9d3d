/*
 * `node bench/growth.ts DIR [SECONDS]`: what a large desk takes on the disk, and how people fare beside the work that grows
 * with it. Lists and answers are asked for, one person after the other, while nothing else is done; while the tables that
 * grow most are vacuumed; and while a backup is written. DIR holds a filled desk, which gets the answers.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { fileURLToPath } from "node:url";
import type { Pool } from "pg";
import { ask, endAgents, openShares, type Target } from "./measure/measure.ts";
import { signIn, startFilledDesk } from "./measure/start-filled-desk.ts";
import { get, post } from "./measure/turn-by-turn.ts";

type Session = { target: Target; ticket: string };
type Times = Record<"list" | "answer", number[]>;

const [folder, seconds = "60"] = process.argv.slice(2);
if (folder === undefined) throw new Error("write node bench/growth.ts DIR, with the folder of a filled desk");
/** Milliseconds between two requests: a desk of a hundred people or so. */
const BREATH = 50;
/** Those to which each change of a ticket adds. */
const GROWING = ["history", "comments", "tickets", "ticket_words"];

const say = (words: string) => void process.stdout.write(`${words}\n`);
const desk = await startFilledDesk(folder, 100_000, say);
try {
  await tellSizes(desk.pool);
  const { token } = await signIn(desk.address);
  const headers = { authorization: `Bearer ${token}` };
  const target = { name: "ours", url: ({ path }: { path: string }) => `${desk.address}/api${path}`, headers };
  const session = { target, ticket: await findNewest(target) };
  await workBeside(session, () => pause(5000));
  await tell("nothing else", session, () => pause(Number(seconds) * 1000));
  for (const table of GROWING)
    await tell(`vacuum of ${table}`, session, () => desk.pool.query(`vacuum (analyze) ${table}`));
  await tell("a backup", session, () => backUp(folder));
} finally {
  endAgents();
  await desk.end();
}

async function findNewest(target: Target): Promise<string> {
  const { status, body } = await ask(target, get("/tickets?per_page=1"));
  if (status !== 200) throw new Error(`the list answered ${status}: ${body.slice(0, 200)}`);
  const { items }: { items: { id: string }[] } = JSON.parse(body);
  const [newest] = items;
  if (!newest) throw new Error("the desk has no tickets");
  return newest.id;
}

async function tellSizes(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; rows: number; heap: number; indexes: number }>(
    `select relname as name, reltuples::float8 as rows, (pg_table_size(oid) / 1e6)::float8 as heap,
       (pg_indexes_size(oid) / 1e6)::float8 as indexes
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     order by pg_total_relation_size(oid) desc limit 10`,
  );
  const { rows: whole } = await pool.query<{ mb: number }>(
    "select (pg_database_size(current_database()) / 1e6)::float8 as mb",
  );
  say(`the database: ${whole[0]?.mb.toFixed(0)} MB`);
  for (const { name, rows: n, heap, indexes } of rows)
    say(
      `  ${name}: ${n.toLocaleString("en")} rows, ${heap.toFixed(0)} MB and ${indexes.toFixed(0)} of indexes`,
    );
}

/** What people see meanwhile, and how long it takes. */
async function tell(what: string, session: Session, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  const times = await workBeside(session, work);
  const took = ((performance.now() - began) / 1000).toFixed(1);
  say(`${what}, ${took} s: list ${describe(times.list)}; answer ${describe(times.answer)}`);
}

async function workBeside(session: Session, work: () => Promise<unknown>): Promise<Times> {
  const meanwhile = { isOver: false };
  const working = work().finally(() => (meanwhile.isOver = true));
  // Awaited below, after the last request.
  working.catch(() => {});
  const times: Times = { list: [], answer: [] };
  while (!meanwhile.isOver) {
    times.list.push(await timeOne(session.target, get("/tickets?per_page=50&brief=true")));
    await pause(BREATH);
    times.answer.push(
      await timeOne(
        session.target,
        post(`/tickets/${session.ticket}/comments`, { comment: "We look at it." }),
      ),
    );
    await pause(BREATH);
  }
  await working;
  return times;
}

async function timeOne(target: Target, operation: ReturnType<typeof get>): Promise<number> {
  const { status, body, ms } = await ask(target, operation);
  if (status !== 200 && status !== 201) throw new Error(`${operation.path}: ${status} ${body.slice(0, 200)}`);
  return ms;
}

function describe(times: readonly number[]): string {
  const at = openShares(times);
  const [p50, p99, worst] = [0.5, 0.99, 1].map((share) => at(share).toFixed(1));
  return `${p50} ms p50, ${p99} p99, ${worst} worst of ${times.length}`;
}

async function backUp(dataDir: string): Promise<void> {
  const to = await mkdtemp(join(dataDir, "backup-"));
  try {
    const script = fileURLToPath(new URL("../scripts/backup.ts", import.meta.url));
    const env = { PATH: process.env["PATH"], DATA_DIR: dataDir, DEMO: "on", LOG_LEVEL: "error" };
    const { stdout } = await promisify(execFile)(process.execPath, [script, to], { env });
    say(`  ${stdout.trim().split("\n")[0] ?? ""}`);
  } finally {
    await rm(to, { recursive: true });
  }
}

/*
 * `node bench/compare-checkouts.ts --before DIR [--tickets 10000] [--rounds 500] [--only comment] [--data DIR]`: what raising a ticket, answering
 * one and reading the list cost in this checkout and in another (`git worktree add DIR COMMIT`, with its node_modules),
 * turn by turn in one run. A build that knows no mentions writes the same answer without them. Each round answers another
 * ticket: work that follows an answer holds its ticket for a while, which nobody but a measurement would run into.
 * Each build serves a desk of its own, filled alike. Beside the time until the answer is here stands the processor time of
 * the app and of its database, which a busy machine blurs less.
 */
import { mkdtempSync, chmodSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startFilledDesk, signIn } from "./measure/start-filled-desk.ts";
import { ask, endAgents, figuresOf, type Figures, type Target } from "./measure/measure.ts";
import { writesOn, type Operation } from "./measure/operations.ts";
import { childrenOf, findPostmaster, ranSince, threadsOf } from "./measure/processor-time.ts";

const { values } = parseArgs({
  options: {
    before: { type: "string" },
    tickets: { type: "string", default: "10000" },
    rounds: { type: "string", default: "500" },
    data: { type: "string" },
    only: { type: "string", default: "" },
  },
});
if (values.before === undefined)
  throw new Error(
    "write node bench/compare-checkouts.ts --before DIR [--tickets 10000] [--rounds 500] [--only comment] [--data DIR].",
  );
const rounds = Number(values.rounds);
/** Rounds that warm caches and plans, and are not counted. */
const WARMING = 30;
const say = (words: string) => void process.stdout.write(`${words}\n`);

const list: Operation = { name: "list", method: "GET", path: "/tickets", statements: [] };

type Build = Awaited<ReturnType<typeof openBuild>>;
type Cost = { ms: number; app: number; database: number };

const folder = values.data ? resolve(values.data) : mkdtempSync(join(tmpdir(), "waypost-compare-"));
chmodSync(folder, 0o711);
const load = loadavg()[0] ?? 0;
const builds: Build[] = [];
try {
  builds.push(await openBuild("before", resolve(values.before)));
  builds.push(await openBuild("after", fileURLToPath(new URL("..", import.meta.url))));
  report(await measureAll(builds));
} finally {
  endAgents();
  for (const build of builds) await build.desk.end();
  if (!values.data) rmSync(folder, { recursive: true, force: true });
}

async function openBuild(name: string, root: string) {
  const desk = await startFilledDesk(join(folder, name), Number(values.tickets), say, root);
  const target = async (email: string): Promise<Target> => {
    const { token } = await signIn(desk.address, email);
    return {
      name: `${name} ${email}`,
      url: ({ path }) => `${desk.address}/api${path}`,
      headers: { authorization: `Bearer ${token}` },
    };
  };
  const staff = await target("admin@waypost.example");
  const client = await target("client@kestrel.example");
  const tickets = await findTickets(desk, "t.status = 'in_progress' and t.client_id is not null");
  const own = await findTickets(desk, "u.email = 'client@kestrel.example' and t.status <> 'closed'");
  const { create } = writesOn("");
  const forClient = { ...create.body, ...own[0], id: undefined };
  const answers = tickets.map(({ id }) => writesOn(id).comment);
  const telling = await mentioning(desk, staff, answers);
  const measured: [what: string, Target, Operation[]][] = [
    ["create", staff, [create]],
    ["create, for a client, assigned", staff, [{ ...create, body: forClient }]],
    ["create, by a client", client, [create]],
    ["comment", staff, answers],
    ["comment, two people told", staff, telling],
    ["comment, by a client", client, own.map(({ id }) => writesOn(id).comment)],
    ["list", staff, [list]],
    ["list, by a client", client, [list]],
  ];
  return {
    name,
    desk,
    measured: measured.filter(([what]) => what.startsWith(values.only)),
    postmaster: await findPostmaster(desk.pool),
  };
}

/** Tickets that are worked on, with whom a new one like them would be of. */
async function findTickets({ pool }: Build["desk"], condition: string) {
  const { rows } = await pool.query<{ id: string; client_id: string; assignee_id: string }>(
    `select t.id, t.client_id, (select id from users where email = 'agent@waypost.example') as assignee_id
     from tickets t join users u on u.id = t.client_id where t.deleted_at is null and ${condition} order by t.number limit 500`,
  );
  if (rows.length === 0) throw new Error(`the desk has no tickets of which ${condition}`);
  return rows;
}

/** The answers with two of the staff mentioned in them, or with their names alone. */
async function mentioning(desk: Build["desk"], staff: Target, answers: Operation[]): Promise<Operation[]> {
  const { rows } = await desk.pool.query<{ id: string; fullname: string }>(
    `select id, fullname from users where user_type = 'internal' and deleted_at is null and email <> 'admin@waypost.example'
     order by email limit 2`,
  );
  const comment = `${rows.map(({ fullname }) => `@${fullname}`).join(" ")} looked at it. Measured.`;
  const told = answers.map((answer) => ({
    ...answer,
    body: { comment, mentions: rows.map(({ id }) => id) },
  }));
  const [first] = told;
  const knowsMentions = first !== undefined && (await ask(staff, first)).status < 300;
  return knowsMentions ? told : answers.map((answer) => ({ ...answer, body: { comment } }));
}

/** Of each operation and each build, the costs of every counted round. */
async function measureAll(all: readonly Build[]): Promise<Map<string, Cost[][]>> {
  const costs = new Map<string, Cost[][]>();
  for (let round = -WARMING; round < rounds; round += 1) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    for (const [at, [what]] of (all[0]?.measured ?? []).entries())
      for (const turn of order) {
        const build = all[turn];
        const operation = build?.measured[at];
        if (!build || !operation) continue;
        const [, target, ways] = operation;
        const way = ways[(round + WARMING) % ways.length];
        if (!way) throw new Error(`nothing to ask for ${what}`);
        const cost = await costOf(build, target, way);
        const known = costs.get(what) ?? [[], []];
        costs.set(what, known);
        if (round >= 0) known[turn]?.push(cost);
      }
  }
  return costs;
}

async function costOf({ desk, postmaster }: Build, target: Target, operation: Operation): Promise<Cost> {
  const app = threadsOf([desk.pid]);
  const database = threadsOf(childrenOf(postmaster));
  const { status, body, ms } = await ask(target, operation);
  if (status >= 300)
    throw new Error(`${target.name} answered ${status} to ${operation.name}: ${body.slice(0, 300)}`);
  return { ms, app: ranSince(app), database: ranSince(database) };
}

function report(costs: Map<string, Cost[][]>): void {
  say(
    `\n${values.tickets} tickets, ${rounds} rounds; load ${load.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after\n`,
  );
  say("| operation | | before, min / p50 / p95 ms | after, min / p50 / p95 ms | p50 | min | mean |");
  say("|---|---|---|---|--:|--:|--:|");
  for (const [what, [before = [], after = []]] of costs)
    for (const kind of ["ms", "app", "database"] as const) {
      const [a, b] = [before.map((cost) => cost[kind]), after.map((cost) => cost[kind])];
      const [was, is] = [figuresOf(a), figuresOf(b)];
      const cells = [
        what,
        { ms: "until the answer", app: "app's processor", database: "database's processor" }[kind],
        shown(was),
        shown(is),
        ratio(was.p50, is.p50),
        ratio(was.min, is.min),
        ratio(mean(a), mean(b)),
      ];
      say(`| ${cells.join(" | ")} |`);
    }
}

function shown({ min, p50, p95 }: Figures): string {
  return [min, p50, p95].map((ms) => ms.toFixed(2)).join(" / ");
}

function ratio(before: number, after: number): string {
  return (after / before).toFixed(3);
}

function mean(values_: readonly number[]): number {
  return values_.reduce((sum, value) => sum + value, 0) / values_.length;
}

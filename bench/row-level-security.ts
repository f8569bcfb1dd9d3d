/*
 * `node bench/row-level-security.ts --data DIR [--pairs 300]`: what row-level security costs people from outside, on a desk that
 * `npm run seed` filled and that is not running. The same requests with the policies and without them, turn by turn in
 * random order, through everything but the network; answers must be equal.
 */
import { loadavg } from "node:os";
import { resolve } from "node:path";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { pino } from "pino";
import { buildApp } from "#server/app.ts";
import { issueTokens } from "#server/auth/session/issue-tokens.ts";
import { readConfig } from "#server/config.ts";
import { prepareDatabase } from "#server/lib/db/prepare-database.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { createSeededRandom } from "#server/lib/seeded-random.ts";
import { figuresOf } from "./measure/measure.ts";

const { values } = parseArgs({
  options: { data: { type: "string" }, pairs: { type: "string", default: "300" } },
});
if (values.data === undefined)
  throw new Error("write node bench/row-level-security.ts --data DIR [--pairs 300].");
const settings = {
  PATH: process.env["PATH"] ?? "",
  DATA_DIR: resolve(values.data),
  LOG_LEVEL: "error",
  DEMO: "off",
};
const config = readConfig(settings);
const database = await openDatabase(config, () => {}, {});
await prepareDatabase(database.pool, () => {});
const logins = await database.openLogins();
const dice = createSeededRandom(1);
const load = () => (loadavg()[0] ?? 0).toFixed(1);
const say = (words: string) => void process.stdout.write(`${words}\n`);

const before = load();
const served = await buildApp({
  ...logins.app,
  guests: logins.guests,
  config,
  log: pino({ level: "error" }),
  background: false,
});
try {
  await served.fastify.ready();
  if (!served.app.rowLevelSecurity) throw new Error("this database has no row-level security");
  for (const role of ["client_admin", "client"] as const) await measure(role);
  say(`${values.pairs} pairs a request, load ${before} before, ${load()} after`);
} finally {
  await served.close();
  await database.stop();
}

async function measure(role: "client_admin" | "client"): Promise<void> {
  const { id, tickets, ticket } = await busiest(role);
  const token = await tokenOf(id);
  say(`${role}, ${tickets} tickets of the own company`);
  const paths: Record<string, string> = {
    "list, first page": "/tickets?per_page=25",
    "list, by priority": "/tickets?per_page=25&sort=priority",
    "list, of a status": "/tickets?per_page=25&status=open",
    "list, a search": "/tickets?per_page=25&search=printer",
    "one ticket": `/tickets/${ticket}`,
    "its comments": `/tickets/${ticket}/comments`,
    "its history": `/tickets/${ticket}/history`,
    "the own company": "/auth/me",
  };
  for (const [what, path] of Object.entries(paths)) say(await compare(what, path, token));
}

async function compare(what: string, path: string, token: string): Promise<string> {
  const times: Record<"with" | "without", number[]> = { with: [], without: [] };
  const warm = 20;
  for (let pair = -warm; pair < Number(values.pairs); pair += 1) {
    const bodies: unknown[] = [];
    for (const mode of dice.pick([["with", "without"] as const, ["without", "with"] as const])) {
      served.app.rowLevelSecurity = mode === "with";
      const began = performance.now();
      const answer = await served.fastify.inject({
        url: `/api${path}`,
        headers: { authorization: `Bearer ${token}` },
      });
      if (pair >= 0) times[mode].push(performance.now() - began);
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
      // The order of an object's members is no difference.
      bodies.push(answer.json());
    }
    if (!isDeepStrictEqual(bodies[0], bodies[1]))
      throw new Error(`${path} answers otherwise without row-level security`);
  }
  const [guarded, plain] = [figuresOf(times.with), figuresOf(times.without)];
  const ratio = (of: "p50" | "p95") =>
    `${of} ${guarded[of]} : ${plain[of]} ms = ${(guarded[of] / plain[of]).toFixed(2)}`;
  return `  ${what.padEnd(20)} ${ratio("p50")}, ${ratio("p95")}`;
}

/** Somebody of the role in the company with the most tickets, and the newest ticket that the person sees. */
async function busiest(role: string) {
  const { rows } = await database.pool.query<{ id: string; tickets: string; ticket: string }>(
    `select u.id, n.tickets, t.id as ticket
     from (select company_id, count(*) as tickets from tickets where deleted_at is null group by 1 order by 2 desc limit 50) n
     join users u on u.company_id = n.company_id and u.user_type = 'external' and u.deleted_at is null
     join user_roles ur on ur.user_id = u.id join roles r on r.id = ur.role_id and r.key = $1
     join lateral (select id from tickets where company_id = n.company_id and deleted_at is null and not confidential
       and ($1 = 'client_admin' or client_id = u.id) order by created desc limit 1) t on true
     order by n.tickets desc limit 1`,
    [role],
  );
  const [row] = rows;
  if (!row) throw new Error(`nobody is a ${role}: fill the desk with npm run seed`);
  return row;
}

async function tokenOf(userId: string): Promise<string> {
  const now = new Date();
  const session = await database.db
    .insertInto("sessions")
    .values({
      user_id: userId,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    .returning(["id", "expires_at"])
    .executeTakeFirstOrThrow();
  return (await issueTokens(database.db, session, now, null)).accessToken;
}

import type { Endpoint } from "#contract/endpoint.ts";
import { listEndpoints } from "#contract/api.ts";
import { ask, figuresOf, type Target } from "../measure/measure.ts";
import { signIn, type startFilledDesk } from "../measure/start-filled-desk.ts";
import { get } from "../measure/turn-by-turn.ts";

type Desk = Awaited<ReturnType<typeof startFilledDesk>>;
type Say = (words: string) => void;
type Values = Record<string, string>;

/** Milliseconds: whoever waits longer for a page notices it. */
const GOAL = 25;
const PEOPLE = ["admin@waypost.example", "admin@kestrel.example"];
/** Streams, and pages that are not read from the database. */
const OTHER = new Set(["/events", "/docs", "/openapi.json", "/mail/captured"]);

/**
 * Asks each GET of the contract as an administrator and as a client admin, about things of the desk, and lists what takes long
 * (p50 over 25 ms): a page that no other benchmark looks at cannot become slow unseen. Files of whole lists take as long as they take.
 */
export async function measureEveryRead(desk: Desk, rounds: number, say: Say): Promise<void> {
  for (const email of PEOPLE) {
    const { token, id } = await signIn(desk.address, email);
    const target: Target = {
      name: email,
      url: ({ path }) => `${desk.address}/api${path}`,
      headers: { authorization: `Bearer ${token}` },
    };
    const values = await pickValues(desk, id);
    const read = [];
    for (const endpoint of listEndpoints().filter(isRead))
      read.push(await measureRead(target, pathOf(endpoint, values), rounds));
    const answered = read.filter(({ status }) => status < 300);
    const slow = answered.filter(({ p50 }) => p50 > GOAL).toSorted((a, b) => b.p50 - a.p50);
    say(
      `${email}: ${answered.length} of ${read.length} paths answer, ${slow.length} take more than ${GOAL} ms`,
    );
    for (const { path, p50, p95, bytes } of slow) say(`  ${path}: p50 ${p50} ms, p95 ${p95}, ${bytes} bytes`);
  }
}

function isRead({ method, path, reply }: Endpoint): boolean {
  return method === "GET" && typeof reply !== "string" && !OTHER.has(path);
}

/** What takes seconds is not asked more often than that allows. */
const LONGEST_MS = 4000;

/** Twice as often as it counts: the first ones warm caches and plans. */
async function measureRead(target: Target, path: string, rounds: number) {
  const times: number[] = [];
  let [status, bytes] = [0, 0];
  const began = performance.now();
  for (let round = -rounds; round < rounds; round += 1) {
    const answer = await ask(target, get(path));
    status = answer.status;
    bytes = Buffer.byteLength(answer.body);
    if (status >= 300) break;
    const isLong = performance.now() - began > LONGEST_MS;
    if (round >= 0 || isLong) times.push(answer.ms);
    if (isLong) break;
  }
  return { path, status, bytes, ...figuresOf(times) };
}

function pathOf({ path }: Endpoint, values: Values): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? crypto.randomUUID());
  return filled.startsWith("/reports/") ? `${filled}?from=${MONTHS.from}&to=${MONTHS.to}` : filled;
}

/** The months of a report that has figures of a filled desk. */
const MONTHS = { from: "2026-09", to: "2026-11" };

/** One of everything that a path may name, seen by this person; of tickets and people those of their company. */
async function pickValues({ pool }: Desk, userId: string): Promise<Values> {
  const { rows } = await pool.query<Values>(
    `with company as (select coalesce(
         (select company_id from users where id = $1 and user_type = 'external'),
         (select company_id from tickets where deleted_at is null group by 1 order by count(*) desc limit 1)) as id)
     select company.id as company_id,
       (select t.id from tickets t where t.company_id = company.id and deleted_at is null and status <> 'closed'
         order by updated desc limit 1) as ticket_id,
       (select u.id from users u where u.company_id = company.id and deleted_at is null order by id limit 1) as user_id,
       (select id from groups where deleted_at is null order by id limit 1) as group_id,
       (select id from saved_replies where audience = 'everyone' and deleted_at is null order by id limit 1) as reply_id,
       (select id from roles order by id limit 1) as role_id, (select id from tags order by id limit 1) as tag_id,
       (select id from calendars order by id limit 1) as calendar_id,
       (select id from sla_policies order by id limit 1) as policy_id,
       (select id from mailboxes order by id limit 1) as mailbox_id,
       (select id from incoming_mails order by id limit 1) as mail_id,
       (select id from views order by id limit 1) as view_id
     from company`,
    [userId],
  );
  return rows[0] ?? {};
}

/*
 * The operations that are measured. Each is a request to our API; the bare handler answers the same one with the same SQL
 * (recorded from our own code for reads), but without sign-in, permissions, validation and checked replies.
 */
import { Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import { pino } from "pino";
import type { ServiceLevels, SignedIn, WordFrequencies } from "#server/lib/request-context.ts";
import type { Tables } from "#server/db/tables.ts";
import { listTickets } from "#server/tickets/list/list.ts";
import { getTicketDetail } from "#server/tickets/read.ts";
import { openServiceLevels } from "#server/sla/service-levels.ts";
import { openWordFrequencies } from "#server/tickets/search-index/word-frequencies.ts";
import { TicketQuery } from "#contract/tickets/list.ts";
import { PERMISSION_KEYS } from "#contract/access/permissions.ts";
import type { Material } from "./pick-search-terms.ts";

export type Statement = { sql: string; parameters: unknown[] };
export type Operation = {
  name: string;
  method: "GET" | "POST" | "PUT" | "PATCH";
  /** Below /api. */
  path: string;
  body?: object;
  /** The statements of the bare handler; writes are known to it by their names. */
  statements: Statement[];
};

/** The operations on this desk, with the statements that our code runs for each. */
export async function operationsOn(pool: Pool, material: Material): Promise<Operation[]> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const log = pino({ level: "silent" });
  const wordFrequencies = await openWordFrequencies(db, log);
  const serviceLevels = await openServiceLevels({ db, pool, config: { preparedStatements: true } }, log);
  const reading = { pool, wordFrequencies, serviceLevels };
  const { frequent, middling, rare, company, detail, uid } = material;
  const lists: [string, Record<string, string>][] = [
    ["list", {}],
    ["list, status", { status: "open" }],
    ["list, status and priority", { status: "closed", priority: "urgent" }],
    ["list, company", { company_id: company }],
    ["list, unassigned", { unassigned: "true" }],
    ["list, by subject", { sort: "subject" }],
    ["list, page 400", { page: "400" }],
    ["search, common word", { search: frequent[0] ?? "" }],
    ["search, word of 1 in 100", { search: middling }],
    ["search, rare word", { search: rare }],
    ["search, missing word", { search: "xqzwv" }],
    ["search, beginning of a word", { search: (frequent[1] ?? "").slice(0, 3) }],
    ["search, three common words", { search: frequent.slice(0, 3).join(" ") }],
    ["search, common word in a company", { search: frequent[0] ?? "", company_id: company }],
    ["search, ticket number", { search: uid }],
  ];
  const operations: Operation[] = [];
  for (const [name, values] of lists) {
    const asked = TicketQuery.parse({ per_page: "25", ...values });
    const statements = await recorded(reading, async (ctx) => {
      await listTickets(ctx, asked);
    });
    operations.push({
      name,
      method: "GET",
      path: `/tickets?${new URLSearchParams({ per_page: "25", ...values }).toString()}`,
      statements,
    });
  }
  const statements = await recorded(reading, async (ctx) => {
    await getTicketDetail(ctx, detail);
  });
  await serviceLevels.close();
  const { create, comment } = writesOn(detail);
  operations.push(
    { name: "detail", method: "GET", path: `/tickets/${detail}`, statements },
    create,
    comment,
    {
      name: "metrics",
      method: "GET",
      path: "/dashboard/metrics",
      statements: PLAIN_METRICS.map((sql) => ({ sql, parameters: [] })),
    },
  );
  return operations;
}

/** The operations that write: a new ticket, and an answer on a given one. */
export function writesOn(ticket: string) {
  const create: Operation = {
    name: "create",
    method: "POST",
    path: "/tickets",
    body: { subject: "Measured printer of the third floor", issue: LOREM, priority: "high" },
    statements: [],
  };
  const comment: Operation = {
    name: "comment",
    method: "POST",
    path: `/tickets/${ticket}/comments`,
    body: { comment: "Looked at it: the tray was jammed again. Measured." },
    statements: [],
  };
  return { create, comment };
}

const LOREM =
  "Since this morning the printer of the third floor takes every job, shows it as done and prints nothing. ".repeat(
    6,
  );

/** The statements of the dashboard's figures as they would be without counters. */
export const PLAIN_METRICS = [
  `select count(*), count(*) filter (where assignee_id is null),
     avg(extract(epoch from closed - created)) filter (where status = 'closed') from tickets where deleted_at is null`,
  "select status, count(*) from tickets where deleted_at is null group by status",
  "select priority, count(*) from tickets where deleted_at is null group by priority",
  "select created::date as day, count(*) from tickets where deleted_at is null and created > now() - interval '30 days' group by 1",
  "select closed::date as day, count(*) from tickets where deleted_at is null and closed > now() - interval '30 days' group by 1",
  "select user_type, count(*) from users where deleted_at is null group by user_type",
];

export type Verb = Parameters<typeof listTickets>[0];

/** Runs our own code once and notes its statements. */
async function recorded(app: ReadingApp, run: (ctx: Verb) => Promise<void>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: app.pool }),
    log: ({ query: { sql, parameters } }) => {
      statements.push({ sql, parameters: [...parameters] });
    },
  });
  await run(readingAs(db, app));
  return statements;
}

/** What a read uses of the app; lists ask the frequencies of words and the service levels too. */
type ReadingApp = {
  pool: Pool;
  wordFrequencies?: WordFrequencies;
  serviceLevels?: Pick<ServiceLevels, "isOn" | "isShown">;
};
/** Figures of the dashboard are compared without those of service levels, which are their own. */
const OFF = { isOn: () => false, isShown: async () => false };

/** The context that a read needs to run beside the app. */
export function readingAs(
  db: Kysely<Tables>,
  { pool, wordFrequencies, serviceLevels = OFF }: ReadingApp,
): Verb {
  const reports = { read: <T>(run: (from: { pool: Pool }) => T) => run({ pool }) };
  const app = { rowLevelSecurity: false, pool, reports, wordFrequencies, serviceLevels };
  // A read uses no more of the app than this.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { db, actor: READER, now: new Date(), app } as unknown as Verb;
}

const READER: SignedIn = {
  id: "00000000-0000-4000-8000-000000000000",
  user_type: "internal",
  company_id: null,
  company_active: true,
  urgent_allowed: true,
  roles: ["administrator"],
  permissions: PERMISSION_KEYS,
  session_id: "00000000-0000-4000-8000-000000000000",
  email: "reader@waypost.example",
  fullname: "Reader",
  must_change_password: false,
  must_set_up_second_factor: false,
  confirmed_at: new Date(),
};

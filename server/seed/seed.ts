import { StartError } from "#server/start/start-error.ts";
import { setImmediate as breathe } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import { compactCounters } from "#server/dashboard/reconcile.ts";
import { copyRows } from "#server/lib/db/pg-copy.ts";
import type { FileStore } from "#server/lib/file-store/file-store.ts";
import { createSeededRandom, type SeededRandom } from "#server/lib/seeded-random.ts";
import { bulkInsertTickets } from "#server/tickets/create/bulk-insert.ts";
import { seedIncidents } from "./seed-incidents.ts";
import { seedMerges } from "./seed-merges.ts";
import { seedFollowUps } from "./seed-follow-ups.ts";
import { seedServiceLevels } from "./seed-service-levels.ts";
import { seedWaitingAnswers } from "./seed-waiting-answers.ts";
import { seedMails } from "./seed-mails.ts";
import { dropIndexes } from "./rebuild-indexes.ts";
import { seedPeople, type Population, type SeedPlan } from "./seed-people.ts";
import { seedReplies } from "./seed-replies.ts";
import { seedInboxes } from "./seed-inboxes.ts";
import { seedTags, TAG_COLUMNS, type SeededTags } from "./seed-tags.ts";
import { seedViews } from "./seed-views.ts";
import { COMMENT_COLUMNS, HISTORY_COLUMNS, inventTicket, type SeededTicket } from "./invent-tickets.ts";

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;
/** Tickets at a time: what one COPY carries, and what one trigger counts. */
const PIECE = 2500;
/** Tickets that are invented without letting the connection have a turn. */
const SLICE = 100;
/** From so many on, building the indexes anew is quicker than keeping them. */
const MANY = 30_000;

export type SeedOptions = {
  plan: SeedPlan;
  /** Mails that came in, and where their originals are stored. */
  mail?: { mails: number; files: FileStore };
  /** The last moment that anything happens. */
  until: Date;
  prefix: string;
  onProgress: (words: string) => void;
};

/**
 * Fills the desk with invented people and three years of tickets, all or nothing. The same seed and `until` give the
 * same people and tickets in every database. Refuses a seed that this database has already.
 */
export async function seedDesk(pool: Pool, options: SeedOptions): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(
      "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0",
    );
    await client.query("begin");
    await refuseSameSeed(client, options.plan.seed);
    await fillDesk(client, options);
    options.onProgress("Finishing");
    await client.query("commit");
    options.onProgress("Refreshing the planner's statistics");
    await client.query("analyze");
    await compactCounters(client);
  } finally {
    // The connection is thrown away, not returned: an uncommitted transaction ends with it.
    client.release(true);
  }
}

async function refuseSameSeed(client: PoolClient, seed: number): Promise<void> {
  const marked = await client.query(
    `insert into external_references (system, kind, external_id, entity_id)
     select 'seed', 'run', $1, id from companies where is_internal on conflict do nothing`,
    [String(seed)],
  );
  if (marked.rowCount === 0)
    throw new StartError(`This database has the seed ${seed} already: choose another with --seed.`);
}

async function fillDesk(
  client: PoolClient,
  { plan, mail, until, prefix, onProgress }: SeedOptions,
): Promise<void> {
  const dice = createSeededRandom(plan.seed);
  onProgress(
    `${formatCount(plan.companies)} companies, ${formatCount(plan.agents)} agents, ${formatCount(plan.clients)} clients`,
  );
  const people = await seedPeople(client, dice, plan, until);
  const tags = await seedTags(client, plan.seed);
  await seedViews(client, people, { seed: plan.seed, until });
  await seedReplies(client, people, { seed: plan.seed, until });
  const isMany = plan.tickets >= MANY && plan.tickets >= (await countTickets(client));
  const buildIndexes = isMany ? await dropIndexes(client) : null;
  const began = performance.now();
  const write = async (first: number, made: SeededTicket[]) => {
    await writePiece(client, made, { prefix, tags });
    const written = first + made.length;
    const rate = Math.round((written / (performance.now() - began)) * 1000);
    onProgress(
      `${formatCount(written)} of ${formatCount(plan.tickets)} tickets (${formatCount(rate)} a second)`,
    );
  };
  // One piece is invented while the database writes the one before.
  let writing = Promise.resolve();
  for (let first = 0; first < plan.tickets; first += PIECE) {
    const made = await inventPiece(dice, people, { first, plan, until });
    await writing;
    writing = write(first, made);
    // Awaited above or below; a handler here keeps its failure from being unhandled meanwhile.
    writing.catch(() => {});
  }
  await writing;
  await buildIndexes?.(onProgress);
  await seedMerges(client);
  await seedIncidents(client);
  await seedInboxes(client, people.agents);
  await seedFollowUps(client, until);
  await seedWaitingAnswers(client, until);
  await seedServiceLevels(client);
  if (mail) await seedMails(client, dice, { ...mail, seed: plan.seed, until }, onProgress);
}

async function countTickets(client: PoolClient): Promise<number> {
  const answer = await client.query<{ n: number }>("select coalesce(sum(n), 0) as n from ticket_counts");
  return answer.rows[0]?.n ?? 0;
}

type Piece = { first: number; plan: SeedPlan; until: Date };

async function inventPiece(
  dice: SeededRandom,
  people: Population,
  { first, plan, until }: Piece,
): Promise<SeededTicket[]> {
  const made: SeededTicket[] = [];
  for (let index = first; index < Math.min(first + PIECE, plan.tickets); index += 1) {
    if (index % SLICE === 0) await breathe();
    // Times grow with the numbers, and more tickets are recent.
    const share = ((index + dice.next()) / plan.tickets) ** 0.8;
    const created = new Date(until.getTime() - Math.round((1 - share) * 3 * YEAR) - MINUTE);
    made.push(inventTicket(dice, people, created, until));
  }
  return made;
}

async function writePiece(
  client: PoolClient,
  made: SeededTicket[],
  { prefix, tags }: { prefix: string; tags: SeededTags },
): Promise<void> {
  await bulkInsertTickets(
    client,
    made.map(({ ticket }) => ticket),
    prefix,
  );
  await copyRows(
    client,
    "comments",
    COMMENT_COLUMNS,
    made.flatMap(({ comments }) => comments),
  );
  await copyRows(
    client,
    "history",
    HISTORY_COLUMNS,
    made.flatMap(({ history }) => history),
  );
  await copyRows(
    client,
    "ticket_tags",
    TAG_COLUMNS,
    made.flatMap(({ ticket }) => tags.drawFor(ticket)),
  );
}

function formatCount(count: number): string {
  return count.toLocaleString("en");
}

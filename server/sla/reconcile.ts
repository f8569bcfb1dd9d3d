import { sql } from "kysely";
import { runTransaction } from "#server/lib/db/transaction.ts";
import type { App, Db } from "#server/lib/request-context.ts";
import { isNotClosed } from "#server/tickets/status-sql.ts";
import { lockTickets, renewTickets } from "./due/renew.ts";
import { runServiceLevels } from "./due/start-renewing.ts";
import type { KnownVersions } from "./known.ts";
import { knownVersions } from "./service-levels.ts";

/** How many tickets had other rows than a fresh computation gives, and how many counters of the reports were wrong. */
export type ServiceLevelDrift = { due_times: number; reports: number };

/** Tickets a transaction. */
const BATCH = 500;

/**
 * Computes the clocks of every ticket that has rows, or may have some, and mends what differs; recounts the reports. A drift of
 * anything but 0 means that somebody wrote around the queue.
 */
export async function reconcileServiceLevels(
  db: Db,
  versions: KnownVersions,
  now: Date,
): Promise<ServiceLevelDrift> {
  let due_times = 0;
  let last: string | null = null;
  for (;;) {
    // One batch after the other: each begins where the last one ended.
    // oxlint-disable-next-line no-await-in-loop
    const ids: string[] = await readNext(db, last);
    if (ids.length === 0) break;
    // oxlint-disable-next-line no-await-in-loop
    const changed = await runTransaction(db, async (tx) =>
      renewTickets(tx, versions, { ids: await lockTickets(tx, ids), now }),
    );
    due_times += changed.length;
    last = ids.at(-1) ?? null;
  }
  const { rows } = await sql<{ drift: number }>`select recount_sla() as drift`.execute(db);
  return { due_times, reports: rows[0]?.drift ?? 0 };
}

async function readNext(db: Db, last: string | null): Promise<string[]> {
  const beyond = last === null ? sql`true` : sql`id > ${last}::uuid`;
  const { rows } = await sql<{ id: string }>`
    select id from (
      (select id from tickets where deleted_at is null and company_id is not null and ${isNotClosed("status")}
        and ${beyond}
        order by id limit ${sql.lit(BATCH)})
      union
      (select ticket_id from sla_clocks where ${last === null ? sql`true` : sql`ticket_id > ${last}::uuid`}
        order by ticket_id limit ${sql.lit(BATCH)})
      union
      (select ticket_id from sla_due where ${last === null ? sql`true` : sql`ticket_id > ${last}::uuid`}
        order by ticket_id limit ${sql.lit(BATCH)})) as next
    order by id limit ${sql.lit(BATCH)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Each night, after what is queued. */
export async function reconcileNightly(app: App): Promise<void> {
  if (!app.serviceLevels.isOn()) return;
  await runServiceLevels(app);
  const drift = await reconcileServiceLevels(app.db, knownVersions(app), app.clock.now());
  if (drift.due_times + drift.reports > 0) app.log.error({ drift }, "due times had drifted and were mended");
}

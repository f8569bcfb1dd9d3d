import { randomUUID } from "node:crypto";
import { jobs } from "#contract/jobs.ts";
import { eraseChecklists } from "#server/checklists/erase.ts";
import { eraseWaitingOfTickets } from "#server/comments/drafts/prune.ts";
import { eraseComments } from "#server/comments/write.ts";
import { eraseMailsOfTickets } from "#server/incoming/erase.ts";
import type { Db, App } from "#server/lib/request-context.ts";
import { recordEvents } from "#server/lib/work/history.ts";
import { eraseHistory } from "#server/lib/work/erase-history.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { eraseInboxOfTickets } from "#server/lib/work/inbox.ts";
import { eraseMails } from "#server/lib/work/outbox.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import { eraseTickets, lockExpired, readParts } from "#server/tickets/change/erase-ticket-texts.ts";
import { eraseLinksOf } from "#server/links/erase.ts";
import { eraseServiceLevels } from "#server/sla/due/erase.ts";
import { eraseTagsOf } from "#server/tags/erase.ts";
import { daysBefore, readRetention } from "#server/settings/retention-times.ts";
import { pruneBlobs } from "#server/uploads/prune.ts";
import { eraseFiles } from "#server/uploads/write.ts";

/** Tickets a transaction: so many hold their locks for a fraction of a second. */
const BATCH = 50;

/**
 * Nightly job: erases tickets that have been in the trash for as long as the setting says, with their whole conversations. Bare rows
 * stay (server/db/migrations/0015_trash_and_log.sql says what they hold). Returns how many tickets were erased.
 */
export async function emptyTrash(app: App): Promise<number> {
  const now = app.clock.now();
  const { trash_days: days } = await readRetention(app.db);
  const before = daysBefore(now, days);
  let erased = 0;
  for (let more = true; more;) {
    const done = await runTransaction(app.db, (db) => eraseBatch(db, before, now));
    erased += done;
    more = done === BATCH;
  }
  if (erased === 0) return 0;
  await pruneBlobs(app);
  await enqueue(app, jobs.pruneSearchIndex, {});
  return erased;
}

async function eraseBatch(db: Db, before: Date, now: Date): Promise<number> {
  const thrownAway = await lockExpired(db, before, BATCH);
  if (thrownAway.length === 0) return 0;
  const parts = await readParts(
    db,
    thrownAway.map(({ id }) => id),
  );
  const expired = [...thrownAway, ...parts];
  const ids = expired.map(({ id }) => id);
  // Tickets first, since the history erases only events of erased tickets; links to the rest last.
  await eraseTickets(db, ids, now);
  await eraseHistory(db, ids, now);
  await eraseFiles(db, ids);
  await eraseMailsOfTickets(db, ids);
  await eraseTagsOf(db, ids);
  await eraseInboxOfTickets(db, ids);
  await eraseLinksOf(db, ids);
  await eraseChecklists(db, ids);
  await eraseServiceLevels(db, ids);
  await eraseWaitingOfTickets(db, ids);
  await eraseComments(db, ids);
  await eraseMails(db, ids);
  await recordEvents(
    { db, now, actor: null, ip: null, requestId: randomUUID(), via: "system" },
    expired.map(({ id, company_id }) => ({
      id,
      kind: "ticket.erased",
      companyId: company_id,
    })),
  );
  return thrownAway.length;
}

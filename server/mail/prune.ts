import type { App } from "#server/lib/request-context.ts";
import { deleteOldMails } from "#server/lib/work/prune-mails.ts";
import { daysBefore, readRetention } from "#server/settings/retention-times.ts";

/** Mails a transaction: so many go in a fraction of a second. */
const BATCH = 2000;

/** Nightly job: deletes mails that are older than they are kept. Answers how many. */
export async function pruneMails(app: App): Promise<number> {
  const { mail_days: days } = await readRetention(app.db);
  if (days === null) return 0;
  const before = daysBefore(app.clock.now(), days);
  let deleted = 0;
  for (let more = true; more;) {
    const batch = await deleteOldMails(app.db, before, BATCH);
    deleted += batch;
    more = batch === BATCH;
  }
  return deleted;
}

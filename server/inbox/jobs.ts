import { LIMITS } from "#contract/limits.ts";
import type { App } from "#server/lib/request-context.ts";
import { pruneInboxItems, showDue } from "#server/lib/work/inbox-rows.ts";
import { daysBefore } from "#server/settings/retention-times.ts";

/** A minute's job: rows that were put off come back once their time has come, on however many instances it runs. */
export async function showDueReminders({ db, clock }: App): Promise<void> {
  await showDue(db, clock.now());
}

/** Nightly job: forgets what was done long ago, and the Inboxes of people who were deleted as long ago. */
export async function pruneInbox({ db, clock }: App): Promise<void> {
  await pruneInboxItems(db, daysBefore(clock.now(), LIMITS.inboxDoneDays));
}

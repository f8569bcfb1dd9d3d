import { LIMITS } from "#contract/limits.ts";
import type { App } from "#server/lib/request-context.ts";
import { startAtTheirTime } from "#server/lib/work/at-their-time.ts";
import { findNextReminder, pruneInboxItems, showDue } from "#server/lib/work/inbox-rows.ts";
import { daysBefore } from "#server/settings/retention-times.ts";

/** Brings rows that were put off back at their time, in every process. */
export function startReminding(app: App): Promise<{ stop(): Promise<void> }> {
  return startAtTheirTime(app, { name: "reminders", work: showDueReminders, findNext: findNextReminder });
}

/** Rows that were put off come back once their time has come, on however many instances it runs. */
export async function showDueReminders({ db, clock }: App): Promise<void> {
  await showDue(db, clock.now());
}

/** Nightly job: forgets what was done long ago, and the Inboxes of people who were deleted as long ago. */
export async function pruneInbox({ db, clock }: App): Promise<void> {
  await pruneInboxItems(db, daysBefore(clock.now(), LIMITS.inboxDoneDays));
}

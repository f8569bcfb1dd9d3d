import { LIMITS } from "#contract/limits.ts";
import type { App } from "#server/lib/request-context.ts";
import { daysBefore } from "#server/settings/retention-times.ts";

/** Nightly job: forgets tags that were deleted or merged long ago, with the tickets that they were on. Answers how many. */
export async function pruneTags(app: App): Promise<number> {
  const { numDeletedRows } = await app.db
    .deleteFrom("tags")
    .where("deleted_at", "<", daysBefore(app.clock.now(), LIMITS.deletedTagDays))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

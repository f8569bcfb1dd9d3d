import { LIMITS } from "#contract/limits.ts";
import { pruneUses } from "#server/macros/used-reply.ts";
import type { App } from "#server/lib/request-context.ts";
import { daysBefore } from "#server/settings/retention-times.ts";

/**
 * Nightly job: forgets replies that were deleted long ago, the personal ones of people who were, and old uses. Answers how many
 * replies.
 */
export async function pruneReplies(app: App): Promise<number> {
  const now = app.clock.now();
  const { numDeletedRows } = await app.db
    .deleteFrom("saved_replies")
    .where((eb) =>
      eb.or([
        eb("deleted_at", "<", daysBefore(now, LIMITS.deletedReplyDays)),
        eb.and([
          eb("audience", "=", "me"),
          eb(
            "owner_id",
            "in",
            eb
              .selectFrom("users")
              .select("id")
              .where("deleted_at", "<", daysBefore(now, LIMITS.ownRepliesDays)),
          ),
        ]),
      ]),
    )
    .executeTakeFirstOrThrow();
  await pruneUses(app.db, daysBefore(now, LIMITS.replyUsesKeptDays));
  return Number(numDeletedRows);
}

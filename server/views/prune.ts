import { LIMITS } from "#contract/limits.ts";
import type { App } from "#server/lib/request-context.ts";
import { daysBefore } from "#server/settings/retention-times.ts";

/** Nightly job: forgets the personal views and the pins of people who were deleted long ago. Answers how many views. */
export async function pruneViews(app: App): Promise<number> {
  const before = daysBefore(app.clock.now(), LIMITS.ownViewsDays);
  const { numDeletedRows } = await app.db
    .deleteFrom("views")
    .where("audience", "=", "me")
    .where("owner_id", "in", (eb) => eb.selectFrom("users").select("id").where("deleted_at", "<", before))
    .executeTakeFirstOrThrow();
  await app.db
    .deleteFrom("view_pins")
    .where("user_id", "in", (eb) => eb.selectFrom("users").select("id").where("deleted_at", "<", before))
    .execute();
  return Number(numDeletedRows);
}

import { sql } from "kysely";
import { LIMITS } from "#contract/limits.ts";
import type { App } from "#server/lib/request-context.ts";
import { daysBefore } from "#server/settings/retention-times.ts";

/**
 * Nightly job: forgets views that were deleted long ago, and the personal views and the pins of people who were. Answers how
 * many views.
 */
export async function pruneViews(app: App): Promise<number> {
  const before = daysBefore(app.clock.now(), LIMITS.ownViewsDays);
  const left = app.db.selectFrom("users").select("id").where("deleted_at", "<", before);
  const pruned = await app.db
    .deleteFrom("views")
    .where((eb) =>
      eb.or([eb("deleted_at", "<", before), eb.and([eb("audience", "=", "me"), eb("owner_id", "in", left)])]),
    )
    .returning("id")
    .execute();
  const keys = pruned.map(({ id }) => id);
  await app.db
    .deleteFrom("view_pins")
    .where((eb) => eb.or([eb("user_id", "in", left), eb("view_key", "=", sql<string>`any(${keys}::text[])`)]))
    .execute();
  return pruned.length;
}

import { refuseField } from "#server/lib/refusal.ts";
import type { Db } from "#server/lib/request-context.ts";

/** Holds a calendar against being archived meanwhile. Refuses 422 for one that is not there; null holds none. */
export async function holdCalendar(db: Db, id: string | null | undefined): Promise<void> {
  if (!id) return;
  const calendar = await db
    .selectFrom("calendars")
    .select("id")
    .where("id", "=", id)
    .where("archived_at", "is", null)
    .forShare()
    .executeTakeFirst();
  if (!calendar) throw refuseField(422, "calendar_id", "sla.calendar_unknown");
}

/** Holds a service level; answers the calendar that its newest version names. Refuses 422 for one that is not there. */
export async function holdPolicy(db: Db, id: string): Promise<{ calendarId: string | null }> {
  const policy = await db
    .selectFrom("sla_policies as p")
    .innerJoin("sla_policy_versions as v", (join) =>
      join.onRef("v.policy_id", "=", "p.id").onRef("v.number", "=", "p.version"),
    )
    .select("v.calendar_id as calendarId")
    .where("p.id", "=", id)
    .where("p.archived_at", "is", null)
    .forShare("p")
    .executeTakeFirst();
  if (!policy) throw refuseField(422, "policy_id", "sla.policy_unknown");
  return policy;
}

import { refuseField } from "#server/lib/refusal.ts";
import type { Db } from "#server/lib/request-context.ts";
import type { Choice } from "./read.ts";

/** Of two people who choose at once the second one sees what the first one chose. */
export async function lockChoices(db: Db): Promise<void> {
  await db.selectFrom("sla_state").select("generation").forUpdate().executeTakeFirstOrThrow();
}

type Hours = Pick<Choice, "company_id" | "policy_id" | "calendar_id" | "policy_calendar_id">;

/** Refuses 422 choices of a service level that nothing would count the hours of: nobody would be measured, and nobody told. */
export function refuseWithoutHours(choices: readonly Hours[]): void {
  const usual = choices.find(({ company_id }) => company_id === null)?.calendar_id ?? null;
  const isMissing = ({ policy_id, calendar_id, policy_calendar_id }: Hours) =>
    policy_id !== null && (calendar_id ?? policy_calendar_id ?? usual) === null;
  if (choices.some(isMissing)) throw refuseField(422, "calendar_id", "sla.calendar_required");
}

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

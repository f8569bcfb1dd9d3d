/*
 * Lists by follow-up dates. Few of many tickets have one: their ids are read from the index first, and their tickets are
 * looked up by these. The planner does not see how many there are, so that one plan serves every desk. In other sources of
 * a list, such as the search index, each row that is read anyway is asked for its date.
 */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Actor } from "#contract/access/actor.ts";
import { mayFollowUp } from "#contract/access/tickets.ts";
import type { FollowUpFilter } from "#contract/tickets/follow-up-filters.ts";
import { refuseField } from "#server/lib/refusal.ts";

/** Refuses 422 for those who may not know of follow-up dates, as for a field that does not exist. */
export function refuseFollowUpFilter(
  actor: Actor,
  { follow_up }: { follow_up?: FollowUpFilter | undefined },
): void {
  if (follow_up && !mayFollowUp(actor))
    throw refuseField(422, "follow_up", "field.unknown", { field: "follow_up" });
}

/** Matches rows of `tickets` as `t` that are not in the trash. */
export function isDated(filter: FollowUpFilter, now: Date): RawBuilder<SqlBool> {
  if (filter === "none") return sql`t.follow_up_at is null`;
  const parts = listParts(filter, now).map(
    (dated) => sql`select f.id from tickets f where f.deleted_at is null and ${dated}`,
  );
  return sql`t.id = any(array(${sql.join(parts, sql` union `)}))`;
}

/** Matches rows of any source by a look-up for each. */
export function isDatedHere(filter: FollowUpFilter, now: Date): RawBuilder<SqlBool> {
  const parts = sql.join(listParts(filter, now), sql` or `);
  return sql`coalesce((select ${parts} from tickets f where f.id = t.id), false)`;
}

/** Conditions of which an index leads to each. What is due is told by two: a minute may pass until a date that has come is seen. */
function listParts(filter: FollowUpFilter, now: Date): RawBuilder<SqlBool>[] {
  const parts: Record<FollowUpFilter, () => RawBuilder<SqlBool>[]> = {
    due: () => [sql`f.follow_up_due_at is not null`, sql`f.follow_up_at <= (select ${now}::timestamptz)`],
    today: () => [sql`f.follow_up_at < ${endOf("day", now)}`],
    week: () => [sql`f.follow_up_at < ${endOf("week", now)}`],
    set: () => [sql`f.follow_up_at is not null`],
    none: () => [sql`f.follow_up_at is null`],
  };
  return parts[filter]();
}

/** The end of the organization's day or week, whatever its clocks do meanwhile. Asked once, not for each row. */
function endOf(span: "day" | "week", now: Date): RawBuilder<Date> {
  const unit = sql.lit(span);
  const next = sql.raw(`interval '1 ${span}'`);
  return sql`(select (date_trunc(${unit}, ${now}::timestamptz at time zone organisation_zone()) + ${next})
    at time zone organisation_zone())`;
}

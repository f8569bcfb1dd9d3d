import { type RawBuilder, sql } from "kysely";

/** The choices that stand: the last one of the organization and of each company. */
export function newestAssignments(): RawBuilder<unknown> {
  return sql`(select distinct on (company_id) * from sla_assignments order by company_id, position desc)`;
}

import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Priority } from "#contract/statuses.ts";
import type { SlaTarget } from "#contract/sla/targets.ts";

type Filters = {
  company_id?: string | undefined;
  priority?: Priority | undefined;
  target?: SlaTarget | undefined;
};

/** The filters of a report, which verdicts and their counters know alike. */
export function filterBy({ company_id, priority, target }: Filters): RawBuilder<SqlBool> {
  return sql<SqlBool>`${company_id === undefined ? sql`true` : sql`company_id = ${company_id}`}
    and ${priority === undefined ? sql`true` : sql`priority = ${priority}`}
    and ${target === undefined ? sql`true` : sql`target = ${target}`}`;
}

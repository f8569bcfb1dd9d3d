import type { AuditSearch } from "./audit-search-params.ts";
import type { AuditFilters } from "./data.ts";
import { startOfDay } from "./start-of-day.ts";

/** The filters as the API takes them: from the beginning of a day, and before the day after the other. */
export function filtersOf({ search, entity, from, to }: AuditSearch): AuditFilters {
  return {
    search,
    entity,
    from: from && startOfDay(from).toISOString(),
    to: to && startOfDay(to, 1).toISOString(),
  };
}

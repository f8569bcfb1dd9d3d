import { type SelectQueryBuilder, sql } from "kysely";
import type { z } from "zod";
import type { AuditFilters } from "#contract/audit.ts";
import type { Tables } from "#server/db/tables.ts";
import type { Ctx } from "#server/lib/request-context.ts";

export type Filters = z.output<typeof AuditFilters>;
export type HistorySelect = SelectQueryBuilder<Tables & { h: Tables["history"] }, "h", object>;

/** Applies every filter but the search; `before` is the place after which a list goes on. */
export function applyFilters(ctx: Ctx, filters: Filters, before?: number): HistorySelect {
  let select: HistorySelect = ctx.db.selectFrom("history as h");
  if (before !== undefined) select = select.where("h.seq", "<", before);
  if (filters.actor_id) select = select.where("h.principal_id", "=", filters.actor_id);
  // A filter may name kinds that this version does not know.
  if (filters.entity) select = select.where(sql<string>`h.entity`, "=", filters.entity);
  if (filters.entity_id) select = select.where("h.entity_id", "=", filters.entity_id);
  if (filters.kind) select = select.where(sql<string>`h.kind`, "=", filters.kind);
  if (filters.from) select = select.where("h.occurred_at", ">=", new Date(filters.from));
  if (filters.to) select = select.where("h.occurred_at", "<", new Date(filters.to));
  return select;
}

import { mayEditView } from "#contract/access/change-views.ts";
import { knownColumns, type ListColumn } from "#contract/views/list-columns.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { findGone, type Gone } from "./gone.ts";
import { readPins } from "./pins.ts";
import { readViews, viewQuery, type ViewRow } from "./rows.ts";

/** Lists the views that the caller sees, by name, and what they have pinned. */
export async function listViews(ctx: Ctx) {
  const rows = await readViews(ctx);
  const gone = await findGone(ctx.db, rows);
  return { items: rows.map((row) => toView(ctx, row, gone)), ...(await readPins(ctx, rows)) };
}

/** Reads one view. Refuses 404 for one that the caller does not see. */
export async function getView(ctx: Ctx, id: string) {
  const row = await viewQuery(ctx).where("v.id", "=", id).executeTakeFirst();
  if (!row) throw refuse(404, "view.not_found");
  return { view: toView(ctx, row, await findGone(ctx.db, [row])) };
}

function toView(
  ctx: Ctx,
  { sort_order, is_of_own_team: _, columns, ...row }: ViewRow,
  gone: Map<string, Gone[]>,
) {
  return {
    ...row,
    order: sort_order,
    columns: columns && readColumns(columns),
    may_edit: mayEditView(ctx.actor, row),
    gone: gone.get(row.id) ?? [],
  };
}

/** None of them is known any more: the usual ones. */
function readColumns(columns: string[]): ListColumn[] | null {
  const known = knownColumns(columns);
  return known.length > 0 ? known : null;
}

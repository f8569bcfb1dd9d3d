import { findView, type View, type ViewAddress } from "./address.ts";

/** What the list has to know of the view that is open; nothing of it where none is, or one that is not this person's. */
export type OpenView = { key?: string; name?: string; gone: View["gone"] };

/** The view that is open, and what the list still filters by that is gone. */
export function openViewOf(search: ViewAddress, views: readonly View[] | undefined): OpenView {
  const found = findView(views, search.view);
  if (!found) return { key: search.view, gone: [] };
  const { key, name, view } = found;
  return { key, name, gone: view?.gone.filter((one) => isAsked(search, view, one)) ?? [] };
}

function isAsked(search: ViewAddress, { query }: View, { filter, name }: View["gone"][number]): boolean {
  if (filter === "tag") return search.tag?.split(",").includes(name ?? "") === true;
  const values: Partial<Record<string, unknown>> = search;
  const kept: Partial<Record<string, unknown>> = query;
  return values[filter] === kept[filter];
}

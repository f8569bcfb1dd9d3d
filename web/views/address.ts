import { BUILT_IN_VIEWS, type BuiltInView, isBuiltIn } from "#contract/views/built-in-views.ts";
import { knownColumns, type ListColumn, USUAL_COLUMNS } from "#contract/views/list-columns.ts";
import type { ReplyOf } from "#web/lib/api/api-client.ts";
import { BUILT_IN_NAMES } from "./built-in-messages.ts";

export type Views = ReplyOf<"GET /views">;
export type View = Views["items"][number];

/** What a view writes into the address of the list, named as the list names it; all of it, so that a link is whole. */
export type ViewAddress = View["query"] & {
  sort?: NonNullable<View["sort"]>;
  order?: NonNullable<View["order"]>;
  columns?: string;
  view?: string;
};

export function addressOf({ id, query, sort, order, columns }: View): ViewAddress {
  const shown = columns && columnsText(columns);
  return {
    ...query,
    ...(sort && { sort }),
    ...(sort && order && { order }),
    ...(shown && { columns: shown }),
    view: id,
  };
}

export function addressOfBuiltIn(key: BuiltInView): ViewAddress {
  return { ...BUILT_IN_VIEWS[key], view: key };
}

/** The name and the address of a view by its key; null for one that is not there, or not for this person. */
export function findView(views: readonly View[] | undefined, key: string | undefined) {
  if (key === undefined) return null;
  if (isBuiltIn(key)) return { key, name: BUILT_IN_NAMES[key], search: addressOfBuiltIn(key), view: null };
  const view = views?.find(({ id }) => id === key);
  return view ? { key, name: view.name, search: addressOf(view), view } : null;
}

/** Whether two addresses show the same list in the same columns. */
export function isSameList(one: ViewAddress, other: ViewAddress): boolean {
  return written(one) === written(other);
}

/** What stands in an address beside the name of the view, as a view keeps it. */
export function keptOf({ view: _, sort, order, columns, ...query }: ViewAddress) {
  return {
    query,
    sort: sort ?? null,
    order: order ?? null,
    columns: columns === undefined ? null : knownColumns(columns.split(",")),
  };
}

function columnsText(columns: readonly ListColumn[]): string {
  const text = columns.join(",");
  return text === USUAL_COLUMNS.join(",") ? "" : text;
}

function written({ view: _, ...address }: ViewAddress): string {
  const set = Object.entries(address).filter(([, value]) => value !== undefined);
  return JSON.stringify(set.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

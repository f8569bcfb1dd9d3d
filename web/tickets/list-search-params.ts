import { FOLLOW_UP_FILTERS, type FollowUpFilter } from "#contract/tickets/follow-up-filters.ts";
import { LIMITS } from "#contract/limits.ts";
import { knownColumns, type ListColumn } from "#contract/views/list-columns.ts";
import { SLA_FILTERS, type SlaFilter } from "#contract/sla/targets.ts";
import {
  OTHER_FILTER_STATUSES,
  PRIORITIES,
  STATUSES,
  type Priority,
  type Status,
} from "#contract/statuses.ts";

/** The columns that sort, in the table's order; the names are those of the API. */
export const SORTS = [
  "uid",
  "subject",
  "status",
  "priority",
  "assignee",
  "due",
  "created",
  "updated",
] as const;
export type Sort = (typeof SORTS)[number];
export type Order = "asc" | "desc";

/** The search parameters of the list: filters and order, named as the API names them. Absent means no filter. */
export type ListSearch = {
  search?: string;
  status?: Status;
  priority?: Priority;
  assignee_id?: string;
  client_id?: string;
  company_id?: string;
  group_id?: string;
  /** Names of tags, as in "vpn,firmware"; "none" for tickets without one. */
  tag?: string;
  follow_up?: FollowUpFilter;
  /** Tickets of this incident. */
  parent?: string;
  /** How the next due time stands. */
  sla?: SlaFilter;
  mine?: true;
  unassigned?: true;
  active?: true;
  unread?: true;
  deleted?: true;
  sort?: Sort;
  order?: Order;
  /** Names of the columns, as in "status,tags"; absent for the usual ones. */
  columns?: string;
  /** The key of the saved view that is open: what it asks for stands here beside it. */
  view?: string;
  /** The list of all views in the place of the tickets. */
  views?: true;
};

/** What the server is asked for: the filters and the order. */
export function askedOf({ columns: _, view: _view, views: _views, ...asked }: ListSearch): ListSearch {
  return asked;
}

/** Reads hand-written search parameters: unknown and malformed values are ignored, never an error. */
export function readListSearch(raw: Record<string, unknown>): ListSearch {
  const { assignee_id } = raw;
  const sort = oneOf(SORTS, raw.sort);
  return withoutUndefined({
    search: searchTextOf(raw.search),
    status: oneOf(STATUSES, raw.status),
    priority: oneOf(PRIORITIES, raw.priority),
    assignee_id: idOf(assignee_id),
    client_id: idOf(raw.client_id),
    company_id: idOrNone(raw.company_id),
    group_id: idOrNone(raw.group_id),
    tag: tagsOf(raw.tag),
    follow_up: oneOf(FOLLOW_UP_FILTERS, raw.follow_up),
    parent: idOf(raw.parent),
    sla: oneOf(SLA_FILTERS, raw.sla),
    mine: flagOf(raw.mine),
    unassigned: assignee_id === "none" ? true : flagOf(raw.unassigned),
    active: flagOf(raw.active),
    unread: flagOf(raw.unread),
    deleted: flagOf(raw.deleted),
    sort,
    order: sort && oneOf(["asc", "desc"], raw.order),
    columns: knownColumns(String(raw.columns).split(",")).join() || undefined,
    view: typeof raw.view === "string" && /^[\da-z-]{1,40}$/.test(raw.view) ? raw.view : undefined,
    views: flagOf(raw.views === "" || raw.views),
  });
}

/** A search with some of it replaced; undefined takes a filter away. */
export function changeSearch(search: ListSearch, change: ListSearch): ListSearch {
  return withoutUndefined({ ...search, ...change });
}

/** The order and the columns alone, which stay when the filters are cleared. */
export function withoutFilters({ sort, order, columns }: ListSearch): ListSearch {
  return withoutUndefined({ sort, order, columns });
}

export function hasFilter(search: ListSearch): boolean {
  const { sort: _sort, order: _order, ...filters } = askedOf(search);
  return Object.values(filters).some((value) => value !== undefined);
}

/** The columns that a search asks for; undefined for the usual ones. */
export function columnsIn({ columns }: ListSearch): ListColumn[] | undefined {
  return columns === undefined ? undefined : knownColumns(columns.split(","));
}

/** The names of the tags that a search asks for. */
export function tagsIn({ tag }: ListSearch): string[] {
  return tag?.split(",") ?? [];
}

/** A search without what a client may not ask for, or does not have: an address that staff have sent. */
export function forClients({ tag: _, follow_up: __, parent: ___, ...search }: ListSearch): ListSearch {
  return askedOf(search);
}

/** The number of active filters behind "More filters". */
export function countMoreFilters(search: ListSearch): number {
  const { assignee_id, client_id, company_id, group_id, tag, follow_up, parent, sla, status } = search;
  const { mine, unassigned, active, unread, deleted } = search;
  const inForce = [assignee_id, client_id, company_id, group_id, tag, follow_up, parent, sla];
  const flags = [mine, unassigned, active, unread, deleted];
  return (
    [...inForce, ...flags].filter(Boolean).length +
    (OTHER_FILTER_STATUSES.some((other) => other === status) ? 1 : 0)
  );
}

/** The order in force: newest change first unless the address says otherwise (rule 96). */
export function orderInForce(search: ListSearch): { sort: Sort; order: Order } {
  const sort = search.sort ?? "updated";
  return { sort, order: search.order ?? defaultOrder(sort) };
}

/** The search after a click on a column's head: its default direction, and the other one on a second click. */
export function sortedBy(search: ListSearch, sort: Sort): ListSearch {
  const now = orderInForce(search);
  const isTurn = now.sort === sort;
  const order = isTurn ? (now.order === "asc" ? "desc" : "asc") : defaultOrder(sort);
  const isDefault = sort === "updated" && order === "desc";
  return changeSearch(search, isDefault ? { sort: undefined, order: undefined } : { sort, order });
}

/** Times start with the newest, priorities with the most urgent, everything else with A. */
function defaultOrder(sort: Sort): Order {
  return sort === "updated" || sort === "created" || sort === "priority" ? "desc" : "asc";
}

/** Without the keys whose value is undefined, so that equal searches are equal keys and short addresses. */
function withoutUndefined(search: ListSearch): ListSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

function oneOf<const V extends string>(values: readonly V[], raw: unknown): V | undefined {
  return values.find((value) => value === raw);
}

const ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

function idOf(raw: unknown): string | undefined {
  return typeof raw === "string" && ID.test(raw) ? raw.toLowerCase() : undefined;
}

function idOrNone(raw: unknown): string | undefined {
  return raw === "none" ? raw : idOf(raw);
}

/** Names as the address has them, each once; a number is a name as well. Whether there are such tags the server tells. */
function tagsOf(raw: unknown): string | undefined {
  const text = typeof raw === "string" || typeof raw === "number" ? String(raw) : "";
  const names = text
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  return [...new Set(names.filter(Boolean))].slice(0, LIMITS.tagsPerTicket).join(",") || undefined;
}

function flagOf(raw: unknown): true | undefined {
  return raw === true || raw === "true" ? true : undefined;
}

/** A search is text, whatever a hand-written address makes of it; longer ones than the API takes are cut. */
function searchTextOf(raw: unknown): string | undefined {
  const text = typeof raw === "string" || typeof raw === "number" ? String(raw).trim() : "";
  return text ? text.slice(0, LIMITS.search) : undefined;
}

import type { ListSearch } from "./list-search.ts";

let last: ListSearch = {};

/** Keeps which list was looked at last in this tab: the way back leads there, and "next" follows its order. */
export function rememberList(search: ListSearch): void {
  last = search;
}

export function lastList(): ListSearch {
  return last;
}

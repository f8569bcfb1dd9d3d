import type { ListSearch } from "./list-search-params.ts";

let last: ListSearch = {};

/** Remembers the list that this tab showed last: the way back leads there, and "next" follows its order. */
export function rememberLastList(search: ListSearch): void {
  last = search;
}

export function getLastList(): ListSearch {
  return last;
}

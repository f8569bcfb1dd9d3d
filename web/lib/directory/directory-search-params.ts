import { LIMITS } from "#contract/limits.ts";
import type { Order, Sorting } from "./sort-rows.ts";

/** The search parameters of a directory; absent means no search, by name, ascending. */
export type DirectorySearch<Column extends string> = { search?: string; sort?: Column; order?: Order };

/** Reads hand-written search parameters: unknown and malformed values are ignored, never an error. */
export function readDirectorySearch<const Column extends string>(columns: readonly Column[]) {
  return (raw: Record<string, unknown>): DirectorySearch<Column> => {
    const words = typeof raw.search === "string" ? raw.search.trim().slice(0, LIMITS.search) : "";
    const sort = columns.find((column) => column === raw.sort);
    return {
      ...(words && { search: words }),
      ...(sort && { sort }),
      ...(sort && raw.order === "desc" && { order: "desc" as const }),
    };
  };
}

/** The order in force: the first column ascending unless the address says otherwise. */
export function sortingOf<Column extends string>(
  { sort, order }: DirectorySearch<Column>,
  first: Column,
): Sorting<Column> {
  return sort ? { sort, order: order ?? "asc" } : { sort: first, order: "asc" };
}

/** A search with another order; the usual order leaves the address. */
export function withSorting<Column extends string>(
  search: DirectorySearch<Column>,
  { sort, order }: Sorting<Column>,
  first: Column,
): DirectorySearch<Column> {
  const { sort: _, order: __, ...rest } = search;
  if (order === "desc") return { ...rest, sort, order };
  return sort === first ? rest : { ...rest, sort };
}

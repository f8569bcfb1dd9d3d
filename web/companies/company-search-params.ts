import { type DirectorySearch, readDirectorySearch } from "#web/lib/directory/directory-search-params.ts";

/** The columns that sort, named as the API names them. */
export const COMPANY_COLUMNS = [
  "name",
  "description",
  "contact",
  "user_count",
  "group_count",
  "is_active",
  "created_at",
] as const;
export type CompanyColumn = (typeof COMPANY_COLUMNS)[number];

/** `deleted`: the companies that were deleted, instead of the present ones. */
export type CompanySearch = DirectorySearch<CompanyColumn> & { deleted?: true };

const readSearch = readDirectorySearch(COMPANY_COLUMNS);

export function readCompanySearch(raw: Record<string, unknown>): CompanySearch {
  const search = readSearch(raw);
  return raw.deleted === "true" || raw.deleted === true ? { ...search, deleted: true } : search;
}

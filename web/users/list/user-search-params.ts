import { readDirectorySearch } from "#web/lib/directory/directory-search-params.ts";

/** The columns that sort, named as the API names them. */
export const USER_COLUMNS = ["fullname", "email", "role", "company", "status", "last_online"] as const;

export const readUserSearch = readDirectorySearch(USER_COLUMNS);

/** The paging fields as callers send them; `per_page` wins over `page_size` (rule 31). */
export type PageQuery = { page?: number; per_page?: number; page_size?: number };

export type Page = { page: number; limit: number; offset: number };

/** Parses the paging fields: rows to return (`limit`) and to skip (`offset`); pages count from 1. */
export function parsePage(query: PageQuery, defaultLimit: number): Page {
  const limit = query.per_page ?? query.page_size ?? defaultLimit;
  const page = query.page ?? 1;
  return { page, limit, offset: (page - 1) * limit };
}

/** Builds the `meta` of a list; past the end the list is empty and the totals stay true. */
export function buildMeta(page: Page, total: number) {
  return { total, limit: page.limit, page: page.page, pages: Math.ceil(total / page.limit) };
}

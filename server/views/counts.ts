import { BUILT_IN_VIEWS, isBuiltIn } from "#contract/views/built-in-views.ts";
import { LIMITS } from "#contract/limits.ts";
import { readTagFilter } from "#contract/tags/tag-names.ts";
import type { KeptQuery } from "#contract/views.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { countLists } from "#server/tickets/list/count-lists.ts";
import type { Query } from "#server/tickets/list/filters.ts";
import { findGone } from "./gone.ts";
import { readViews } from "./rows.ts";

/** Counts the tickets of views as far as LIMITS.viewCount; keys of what the caller does not see are left out. */
export async function countViews(ctx: Ctx, keys: readonly string[]) {
  const rows = keys.every(isBuiltIn) ? [] : await readViews(ctx);
  const asked = rows.filter(({ id }) => keys.includes(id));
  const gone = await findGone(ctx.db, asked);
  const kept = new Map<string, KeptQuery>(asked.map(({ id, query }) => [id, query]));
  const queries = keys.flatMap((key) => {
    const query = isBuiltIn(key) ? BUILT_IN_VIEWS[key] : kept.get(key);
    // What it asked for is gone: it has no rows, never those of a wider list.
    return query && !gone.has(key) ? [{ key, query: toListQuery(query) }] : [];
  });
  const counted = await countLists(ctx, queries, LIMITS.viewCount);
  const known = keys.filter((key) => isBuiltIn(key) || kept.has(key));
  return { counts: Object.fromEntries(known.map((key) => [key, toCount(counted.get(key) ?? 0)])) };
}

function toCount(n: number) {
  return { n: Math.min(n, LIMITS.viewCount), is_capped: n > LIMITS.viewCount };
}

/** What a view asks for, as the list is asked. */
function toListQuery({ tag, ...query }: KeptQuery): Query {
  return { ...query, ...(tag !== undefined && { tag: readTagFilter(tag) }) };
}

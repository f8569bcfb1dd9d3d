import { sql } from "kysely";
import { NO_TAG } from "#contract/tags/no-tag.ts";
import type { KeptQuery } from "#contract/views.ts";
import type { Db } from "#server/lib/request-context.ts";

/** A filter of a view whose tag, team, person, company or incident is not there any more; its name as far as it is known. */
export type Gone = { filter: string; name: string | null };

type Kept = { id: string; query: KeptQuery };

const BY_ID = ["assignee_id", "client_id", "company_id", "group_id", "parent"] as const;

/** Finds what views filter by that is gone, by the ids of the views; the views with all that they name are left out. */
export async function findGone(db: Db, views: readonly Kept[]): Promise<Map<string, Gone[]>> {
  const ids = views.flatMap(({ id, query }) =>
    BY_ID.flatMap((filter) => {
      const value = query[filter];
      return value === undefined || value === "none" ? [] : [{ view: id, filter, value }];
    }),
  );
  const tags = views.flatMap(({ id, query }) =>
    (query.tag?.split(",") ?? []).filter((name) => name !== NO_TAG).map((value) => ({ view: id, value })),
  );
  if (ids.length + tags.length === 0) return new Map();
  const { rows } = await sql<Gone & { view: string }>`
    select asked.view, asked.filter, coalesce(person.fullname, company.name, team.name, incident.uid) as name
    from unnest(${ids.map(({ view }) => view)}::uuid[], ${ids.map(({ filter }) => filter)}::text[],
      ${ids.map(({ value }) => value)}::uuid[]) as asked(view, filter, value)
    left join users person on person.id = asked.value and asked.filter in ('assignee_id', 'client_id')
    left join companies company on company.id = asked.value and asked.filter = 'company_id'
    left join groups team on team.id = asked.value and asked.filter = 'group_id'
    left join tickets incident on incident.id = asked.value and asked.filter = 'parent' and incident.erased_at is null
    where coalesce(person.id, company.id, team.id, incident.id) is null
      or coalesce(person.deleted_at, company.deleted_at, team.deleted_at, incident.deleted_at) is not null
    union all
    select asked.view, 'tag', asked.value
    from unnest(${tags.map(({ view }) => view)}::uuid[], ${tags.map(({ value }) => value)}::text[]) as asked(view, value)
    where not exists (select from tags where name = asked.value and deleted_at is null)
      and not exists (select from tag_aliases alias join tags tag on tag.id = alias.tag_id
        where alias.name = asked.value and tag.deleted_at is null)`.execute(db);
  const gone = new Map<string, Gone[]>();
  for (const { view, ...one } of rows) gone.set(view, [...(gone.get(view) ?? []), one]);
  return gone;
}

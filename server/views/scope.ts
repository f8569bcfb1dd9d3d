import { sql, type SqlBool } from "kysely";
import { mayShareViews, maySeeViewsOfAllTeams } from "#contract/access/change-views.ts";
import type { SignedIn } from "#server/lib/request-context.ts";

/** Whether the actor is in the team of the view `v`, and the team takes tickets. */
export function isOfOwnTeam({ id }: Pick<SignedIn, "id">) {
  return sql<boolean>`exists (select from group_members m join groups g on g.id = m.group_id
    where m.group_id = v.group_id and m.user_id = ${id} and g.deleted_at is null)`;
}

/**
 * The views that an actor sees, as rows of `v`: the own, those for all staff, and those of their teams. A view of a team
 * that is archived is nobody's in particular: whoever shares views sees it.
 */
export function visibleViews(actor: SignedIn) {
  const isLeft = mayShareViews(actor)
    ? sql<boolean>`exists (select from groups where id = v.group_id and deleted_at is not null)`
    : sql<boolean>`false`;
  const isOfTeam = maySeeViewsOfAllTeams(actor) ? sql`true` : sql`(${isOfOwnTeam(actor)} or ${isLeft})`;
  return sql<SqlBool>`case v.audience when 'everyone' then true when 'me' then v.owner_id = ${actor.id} else ${isOfTeam} end`;
}

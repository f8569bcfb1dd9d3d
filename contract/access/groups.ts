import { hasPermission, type Actor } from "./actor.ts";

/** Covers creating, renaming and deleting teams; members are a right of their own, `mayManageMembers`. */
export function mayManageTeams(actor: Actor): boolean {
  return hasPermission(actor, "teams.manage");
}

/** A team lead looks after the members of the own teams only (rule 454). */
export function mayManageMembers(actor: Actor, team: { member_ids: readonly string[] }): boolean {
  return (
    mayManageTeams(actor) ||
    (hasPermission(actor, "teams.manage_members") && team.member_ids.includes(actor.id))
  );
}

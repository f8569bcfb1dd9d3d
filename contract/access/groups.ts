import { has, type Actor } from "./actor.ts";

/** Makes, renames and deletes teams; members are a right of their own, `mayManageMembers`. */
export function mayManageTeams(actor: Actor): boolean {
  return has(actor, "teams.manage");
}

/** A team lead looks after the members of the own teams only (rule 454). */
export function mayManageMembers(actor: Actor, team: { member_ids: readonly string[] }): boolean {
  return mayManageTeams(actor) || (has(actor, "teams.manage_members") && team.member_ids.includes(actor.id));
}

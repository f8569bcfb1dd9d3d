import { type Actor, hasPermission, isExternal } from "#contract/access/actor.ts";

/** Who has which page of the organization's settings; the API asks for the same permissions. */
export function mayManageSettings(actor: Actor): boolean {
  return hasPermission(actor, "settings.manage");
}

/** Team leads look after the members of their own teams (rule 454). */
export function mayOpenTeams(actor: Actor): boolean {
  return (
    !isExternal(actor) &&
    (hasPermission(actor, "teams.manage") || hasPermission(actor, "teams.manage_members"))
  );
}

export function mayOpenMail(actor: Actor): boolean {
  return hasPermission(actor, "settings.manage");
}

/** The page tells what every role may: for those who give roles to everybody. */
export function mayOpenAccess(actor: Actor): boolean {
  return hasPermission(actor, "roles.assign");
}

export function mayOpenAudit(actor: Actor): boolean {
  return hasPermission(actor, "audit.read");
}

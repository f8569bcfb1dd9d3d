import { hasPermission, hasRole, isExternal, type Actor } from "./actor.ts";
import { mayManageUsers } from "./users.ts";

/** The Users page: staff with the permission, and client admins for the own company (rules 6, 10 and 210). */
export function mayOpenUsers(actor: Actor): boolean {
  return isExternal(actor)
    ? hasRole(actor, "client_admin") && mayManageUsers(actor)
    : hasPermission(actor, "users.read");
}

/** The Clients page is for staff: client admins find their people on the Users page. */
export function mayOpenClients(actor: Actor): boolean {
  return !isExternal(actor) && hasPermission(actor, "clients.read");
}

/** The Companies page is for staff: external people have their own company on the dashboard. */
export function mayOpenCompanies(actor: Actor): boolean {
  return !isExternal(actor) && hasPermission(actor, "companies.read");
}

/** Staff read a user's roles without changing them; client admins open the page for their own company (rules 116 and 118). */
export function mayOpenRoles(actor: Actor): boolean {
  return mayOpenUsers(actor);
}

/** The organization's settings; the API asks for the same permission, as for the pages below. */
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

/** The Mail page: the desk's outgoing mail and its mail server. */
export function mayOpenMail(actor: Actor): boolean {
  return hasPermission(actor, "settings.manage");
}

/** The page of incoming mail: those who decide on held mail. */
export function mayOpenIncoming(actor: Actor): boolean {
  return !isExternal(actor) && hasPermission(actor, "mail.triage");
}

/** The access matrix shows the rights of every role, so it is for people who assign roles. */
export function mayOpenAccess(actor: Actor): boolean {
  return hasPermission(actor, "roles.assign");
}

/** The audit log. */
export function mayOpenAudit(actor: Actor): boolean {
  return hasPermission(actor, "audit.read");
}

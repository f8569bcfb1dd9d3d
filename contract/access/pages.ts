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

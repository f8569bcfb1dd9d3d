import { has, hasRole, isExternal, type Actor } from "./actor.ts";
import { mayManageUsers } from "./users.ts";

/** Which pages of the navigation an actor has (rules 6, 10 and 210). */
export function mayOpenUsers(actor: Actor): boolean {
  return isExternal(actor)
    ? hasRole(actor, "client_admin") && mayManageUsers(actor)
    : has(actor, "users.read");
}

/** A page of the staff: client admins have their people among the users. */
export function mayOpenClients(actor: Actor): boolean {
  return !isExternal(actor) && has(actor, "clients.read");
}

/** A page of the staff: outsiders have their own company on the dashboard. */
export function mayOpenCompanies(actor: Actor): boolean {
  return !isExternal(actor) && has(actor, "companies.read");
}

/** Staff read a user's roles without changing them; client admins open the page for their own company (rules 116 and 118). */
export function mayOpenRoles(actor: Actor): boolean {
  return mayOpenUsers(actor);
}

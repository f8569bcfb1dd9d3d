import { has, isExternal, type Actor } from "./actor.ts";

export type UserFacts = { id: string; user_type: "internal" | "external"; company_id: string | null };

/** Management of a person: administrators anyone, client admins the external people of their own company (rules 285 and 449). */
export function mayManageUser(actor: Actor, user: UserFacts): boolean {
  if (has(actor, "users.manage")) return true;
  if (has(actor, "clients.manage") && user.user_type === "external") return true;
  return mayManageCompanyUsers(actor) && isOwnColleague(actor, user);
}

/** Client admins without a company manage nobody (rule 169). */
export function mayManageCompanyUsers(actor: Actor): boolean {
  return has(actor, "users.manage_company") && actor.company_id !== null && actor.company_active;
}

/** Of anybody at all; of one person, `mayManageUser` says. */
export function mayManageUsers(actor: Actor): boolean {
  return has(actor, "users.manage") || mayManageCompanyUsers(actor);
}

/** Whoever can restore sees the deleted in lists (rule 106). */
export function maySeeDeletedUsers(actor: Actor): boolean {
  return has(actor, "users.manage") || has(actor, "clients.manage") || has(actor, "users.manage_company");
}

/** The company of a client is changed by administrators only (rule 127). */
export function mayMoveUser(actor: Actor): boolean {
  return mayManageClients(actor);
}

/** The external people of every company. */
export function mayManageClients(actor: Actor): boolean {
  return has(actor, "clients.manage");
}

/** Whoever lost phone and codes is let in again by an administrator, never by a colleague of the same company. */
export function mayResetSecondFactor(actor: Actor, user: Pick<UserFacts, "user_type">): boolean {
  return has(actor, user.user_type === "internal" ? "users.manage" : "clients.manage");
}

/** Oneself, and whom the lists show: outsiders see no staff. */
export function mayReadUser(actor: Actor, user: UserFacts): boolean {
  if (user.id === actor.id) return true;
  if (user.user_type === "internal") return has(actor, "users.read");
  return has(actor, "clients.read") || (has(actor, "users.manage_company") && isOwnColleague(actor, user));
}

/** Never oneself that way: an own account is left under a path of its own. */
export function mayDeleteUser(actor: Actor, user: UserFacts): boolean {
  return mayManageUser(actor, user) && user.id !== actor.id;
}

/** To this person; which roles, those of the same type (rule 451). */
export function mayAssignRoles(actor: Actor, user: UserFacts): boolean {
  if (has(actor, "roles.assign")) return true;
  return has(actor, "roles.assign_company") && actor.company_active && isOwnColleague(actor, user);
}

/** Who changed this person's roles, and when. */
export function mayReadRoleHistory(actor: Actor, user: UserFacts): boolean {
  return has(actor, "roles.history") || (has(actor, "roles.history_company") && isOwnColleague(actor, user));
}

/** Network addresses in a role history are for staff only (rule 120). */
export function maySeeAddresses(actor: Actor): boolean {
  return !isExternal(actor) && has(actor, "roles.history");
}

function isOwnColleague(actor: Actor, user: UserFacts): boolean {
  return user.user_type === "external" && actor.company_id !== null && user.company_id === actor.company_id;
}

import { hasPermission, isExternal, type Actor } from "./actor.ts";

export type UserAttributes = { id: string; user_type: "internal" | "external"; company_id: string | null };

/** Administrators manage anybody, client admins the external people of their own company (rules 285 and 449). */
export function mayManageUser(actor: Actor, user: UserAttributes): boolean {
  if (hasPermission(actor, "users.manage")) return true;
  if (hasPermission(actor, "clients.manage") && user.user_type === "external") return true;
  return mayManageCompanyUsers(actor) && isOwnColleague(actor, user);
}

/** Client admins without a company manage nobody (rule 169). */
export function mayManageCompanyUsers(actor: Actor): boolean {
  return hasPermission(actor, "users.manage_company") && actor.company_id !== null && actor.company_active;
}

/** Whether the actor manages anybody at all; `mayManageUser` decides on one person. */
export function mayManageUsers(actor: Actor): boolean {
  return hasPermission(actor, "users.manage") || mayManageCompanyUsers(actor);
}

/** Deleted people stand in lists for everybody who can restore them (rule 106). */
export function maySeeDeletedUsers(actor: Actor): boolean {
  return (
    hasPermission(actor, "users.manage") ||
    hasPermission(actor, "clients.manage") ||
    hasPermission(actor, "users.manage_company")
  );
}

/** Administrators alone change the company of a client (rule 127). */
export function mayMoveUser(actor: Actor): boolean {
  return mayManageClients(actor);
}

/** Covers the external people of every company. */
export function mayManageClients(actor: Actor): boolean {
  return hasPermission(actor, "clients.manage");
}

/** A person without phone and codes needs an administrator, never a colleague of the same company. */
export function mayResetSecondFactor(actor: Actor, user: Pick<UserAttributes, "user_type">): boolean {
  return hasPermission(actor, user.user_type === "internal" ? "users.manage" : "clients.manage");
}

/** Everybody reads the own account and the people of the own lists: external people see no staff. */
export function mayReadUser(actor: Actor, user: UserAttributes): boolean {
  if (user.id === actor.id) return true;
  if (user.user_type === "internal") return hasPermission(actor, "users.read");
  return (
    hasPermission(actor, "clients.read") ||
    (hasPermission(actor, "users.manage_company") && isOwnColleague(actor, user))
  );
}

/** Administrators alone say which further addresses are whose: mail from there acts as that person. */
export function mayEditAddresses(actor: Actor, user: Pick<UserAttributes, "user_type">): boolean {
  return hasPermission(actor, user.user_type === "internal" ? "users.manage" : "clients.manage");
}

/**
 * Saying that a held mail is from somebody known, which gives them its address: whoever decides on mail may for clients,
 * administrators alone for colleagues (rule 689).
 */
export function mayAssignSender(actor: Actor, user: Pick<UserAttributes, "user_type">): boolean {
  return hasPermission(actor, user.user_type === "internal" ? "users.manage" : "mail.triage");
}

/** Excludes the own account, which is closed in the settings. */
export function mayDeleteUser(actor: Actor, user: UserAttributes): boolean {
  return mayManageUser(actor, user) && user.id !== actor.id;
}

/** Administrators alone take somebody's name away for good. */
export function mayEraseUser(actor: Actor, user: UserAttributes): boolean {
  return hasPermission(actor, "users.manage") && user.id !== actor.id;
}

/** Covers every role of the person's own type (rule 451). */
export function mayAssignRoles(actor: Actor, user: UserAttributes): boolean {
  if (hasPermission(actor, "roles.assign")) return true;
  return hasPermission(actor, "roles.assign_company") && actor.company_active && isOwnColleague(actor, user);
}

/** The role history names the author, the time and the reason of each change. */
export function mayReadRoleHistory(actor: Actor, user: UserAttributes): boolean {
  return (
    hasPermission(actor, "roles.history") ||
    (hasPermission(actor, "roles.history_company") && isOwnColleague(actor, user))
  );
}

/** Network addresses in a role history are for staff only (rule 120). */
export function maySeeAddresses(actor: Actor): boolean {
  return !isExternal(actor) && hasPermission(actor, "roles.history");
}

function isOwnColleague(actor: Actor, user: UserAttributes): boolean {
  return user.user_type === "external" && actor.company_id !== null && user.company_id === actor.company_id;
}

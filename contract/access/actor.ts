import type { Permission } from "./permissions.ts";

/** The signed-in person as the rules need it; the server reads it at each request, the browser gets it from /auth/me. */
export type Actor = {
  id: string;
  user_type: "internal" | "external";
  company_id: string | null;
  /** False when the actor's company is inactive: then it reads, but changes nothing (rule 137). */
  company_active: boolean;
  /** False when the provider has switched urgent off for the actor's company (rule 75). */
  urgent_allowed: boolean;
  /** Role names as stored. */
  roles: readonly string[];
  permissions: readonly Permission[];
};

/** Whether one of the actor's roles grants the permission; roles add up (rule 302). */
export function hasPermission(actor: Actor, permission: Permission): boolean {
  return actor.permissions.includes(permission);
}

/** A person of a client company, as opposed to the staff. */
export function isExternal(actor: Actor): boolean {
  return actor.user_type === "external";
}

/** Role names compare case-insensitively with spaces as underscores: "Client Admin" is client_admin (rule 301). */
export function roleKey(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, "_");
}

/** For the few rules that name a role instead of a permission. */
export function hasRole(actor: Actor, name: string): boolean {
  return actor.roles.some((role) => roleKey(role) === roleKey(name));
}

/** External people of an inactive company may read, but neither create nor answer (rule 137). */
export function mayChangeAnything(actor: Actor): boolean {
  return !isExternal(actor) || actor.company_active;
}

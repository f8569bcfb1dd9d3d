import { hasPermission, type Actor } from "./actor.ts";

/** Staff read any company, external people their own; `mayReadWholeCompany` decides between all of it and the name. */
export function mayReadCompany(actor: Actor, companyId: string): boolean {
  return (
    hasPermission(actor, "companies.read") ||
    (hasPermission(actor, "companies.read_own") && actor.company_id === companyId)
  );
}

/** A client admin changes three fields of the own company, an administrator everything (rule 141). */
export function mayEditCompany(actor: Actor, companyId: string): boolean {
  return hasPermission(actor, "companies.edit") || mayEditOwnCompany(actor, companyId);
}

/** A client admin changes three fields of the own company, none while the company is inactive (rule 141). */
export function mayEditOwnCompany(actor: Actor, companyId: string): boolean {
  return hasPermission(actor, "companies.edit_own") && actor.company_active && actor.company_id === companyId;
}

/** The provider alone creates companies (rule 312). */
export function mayCreateCompany(actor: Actor): boolean {
  return hasPermission(actor, "companies.create");
}

/** One right covers deleting and restoring. */
export function mayDeleteCompany(actor: Actor): boolean {
  return hasPermission(actor, "companies.delete");
}

/** Deleted companies stand in lists for everybody who can restore them. */
export function maySeeDeletedCompanies(actor: Actor): boolean {
  return mayDeleteCompany(actor);
}

/** Staff read all of any company, client admins all of their own. Plain clients know its name alone (rule 142). */
export function mayReadWholeCompany(actor: Actor, companyId: string): boolean {
  return (
    hasPermission(actor, "companies.read") ||
    (hasPermission(actor, "companies.edit_own") && actor.company_id === companyId)
  );
}

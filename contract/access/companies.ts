import { has, type Actor } from "./actor.ts";

/** Staff any company, outsiders their own; how much of it, `mayReadWholeCompany` says. */
export function mayReadCompany(actor: Actor, companyId: string): boolean {
  return has(actor, "companies.read") || (has(actor, "companies.read_own") && actor.company_id === companyId);
}

/** A client admin changes three fields of the own company, an administrator everything (rule 141). */
export function mayEditCompany(actor: Actor, companyId: string): boolean {
  return has(actor, "companies.edit") || mayEditOwnCompany(actor, companyId);
}

/** The fields that a client admin may change; those of an inactive company change nothing. */
export function mayEditOwnCompany(actor: Actor, companyId: string): boolean {
  return has(actor, "companies.edit_own") && actor.company_active && actor.company_id === companyId;
}

/** Companies are made by the provider alone (rule 312). */
export function mayCreateCompany(actor: Actor): boolean {
  return has(actor, "companies.create");
}

/** Deletes, and restores what was deleted. */
export function mayDeleteCompany(actor: Actor): boolean {
  return has(actor, "companies.delete");
}

/** Whoever can restore sees the deleted in lists. */
export function maySeeDeletedCompanies(actor: Actor): boolean {
  return mayDeleteCompany(actor);
}

/** All of it: staff any, client admins their own. Others of a company know its name alone (rule 142). */
export function mayReadWholeCompany(actor: Actor, companyId: string): boolean {
  return has(actor, "companies.read") || (has(actor, "companies.edit_own") && actor.company_id === companyId);
}

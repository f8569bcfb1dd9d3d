import { has, type Actor } from "./actor.ts";

export function mayReadCompany(actor: Actor, companyId: string): boolean {
  return has(actor, "companies.read") || (has(actor, "companies.read_own") && actor.company_id === companyId);
}

/** A client admin changes three fields of the own company, an administrator everything (decision list 141). */
export function mayEditCompany(actor: Actor, companyId: string): boolean {
  return has(actor, "companies.edit") || mayEditOwnCompany(actor, companyId);
}

export function mayEditOwnCompany(actor: Actor, companyId: string): boolean {
  return has(actor, "companies.edit_own") && actor.company_active && actor.company_id === companyId;
}

export function mayCreateCompany(actor: Actor): boolean {
  return has(actor, "companies.create");
}

export function mayDeleteCompany(actor: Actor): boolean {
  return has(actor, "companies.delete");
}

export function maySeeDeletedCompanies(actor: Actor): boolean {
  return mayDeleteCompany(actor);
}

/** All of it: staff any, client admins their own. Others of a company know its name alone (decision list 142). */
export function mayReadWholeCompany(actor: Actor, companyId: string): boolean {
  return has(actor, "companies.read") || (has(actor, "companies.edit_own") && actor.company_id === companyId);
}

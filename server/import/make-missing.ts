import type { PoolClient } from "pg";
import { readEmailAddress } from "#contract/text/email-address.ts";
import { LIMITS } from "#contract/limits.ts";
import { addImportedCompanies } from "#server/companies/imported-companies.ts";
import { addImportedClients, type NewClient } from "#server/users/create/imported-people.ts";
import { findCompaniesByName, type Company, type Missing } from "./find-requesters.ts";
import { keepReferences } from "./write.ts";

/** What may be made where rows name it and the desk does not have it. */
export type Make = { companies: boolean; people: boolean };

export type Made = { companies: number; people: number };

type Order = { otherwise: Company | null; importId: string; now: Date };

/** Whether all that a draft lacks may be made, and can be. */
export function mayMake({ company, person }: Missing, make: Make): boolean {
  const isNameFit = company === null || company.length <= LIMITS.name;
  const isAddress = person === null || readEmailAddress(person.email) !== null;
  return isNameFit && isAddress && (company === null || make.companies) && (person === null || make.people);
}

/** Adds the companies and clients that drafts lack, each once, in the caller's transaction. */
export async function makeMissing(
  client: PoolClient,
  lacking: readonly { missing: Missing; company: string | null }[],
  { otherwise, importId, now }: Order,
): Promise<Made> {
  const names = firstOf(
    lacking.flatMap(({ missing }) => missing.company ?? []),
    (name) => name.toLowerCase(),
  );
  const companies = await addImportedCompanies(client, names, now);
  const known = await findCompaniesByName(client, [
    ...new Set(lacking.map(({ company }) => company?.toLowerCase() ?? "")),
  ]);
  const people = firstOf(
    lacking.flatMap(({ missing: { person }, company }): NewClient[] => {
      if (person === null) return [];
      const home = company === null ? otherwise : known.get(company.toLowerCase());
      const email = readEmailAddress(person.email) ?? person.email;
      return [{ email, fullname: nameOf(person), companyId: home?.id ?? null }];
    }),
    ({ email }) => email,
  );
  const clients = await addImportedClients(client, people, now);
  await keepReferences(
    client,
    [
      ...companies.map((id) => ({ kind: "company" as const, externalId: id, entityId: id })),
      ...clients.map((id) => ({ kind: "user" as const, externalId: id, entityId: id })),
    ],
    importId,
  );
  return { companies: companies.length, people: clients.length };
}

/**
 * Counts for a dry run what would be made, each once over the whole file; remembered in a temporary table, so that
 * memory stays the same.
 */
export async function countMissing(
  client: PoolClient,
  lacking: readonly { missing: Missing }[],
): Promise<Made> {
  const remember = async (kind: string, names: readonly string[]) => {
    const answer = await client.query(
      "insert into missing_names (kind, name) select $1, name from unnest($2::text[]) as new (name) on conflict do nothing",
      [kind, names],
    );
    return answer.rowCount ?? 0;
  };
  return {
    companies: await remember(
      "company",
      lacking.flatMap(({ missing }) => missing.company?.toLowerCase() ?? []),
    ),
    people: await remember(
      "person",
      lacking.flatMap(({ missing }) => missing.person?.email ?? []),
    ),
  };
}

/** A person without a name is called as the address begins. */
function nameOf({ email, name }: { email: string; name: string | null }): string {
  return (name ?? email.split("@")[0] ?? email).slice(0, LIMITS.name);
}

function firstOf<T>(all: readonly T[], keyOf: (one: T) => string): T[] {
  return [...Map.groupBy(all, keyOf).values()].flatMap(([first]) => first ?? []);
}

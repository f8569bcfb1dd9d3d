import type { PoolClient } from "pg";
import type { ImportReason } from "#contract/refusals/import-reasons.ts";
import { storedForms } from "#contract/text/email-address.ts";
import { StartError } from "#server/start/start-error.ts";
import type { Draft, NamedPerson } from "./rows/parse-row.ts";
import { shorten } from "./rows/shorten.ts";

export type Company = { id: string; name: string };
export type Client = { id: string; fullname: string; companyId: string | null; companyName: string | null };

export type Requester = { client: Client | null; company: Company | null };

/** What a draft names that the desk does not have, and may be made. */
export type Missing = { company: string | null; person: { email: string; name: string | null } | null };

/** Finds the company that the order names. Refuses an unknown one. */
export async function findCompany(client: PoolClient, name: string): Promise<Company> {
  const found = (await findCompaniesByName(client, [name.toLowerCase()])).get(name.toLowerCase());
  if (!found)
    throw new StartError(`There is no company named "${name}": add it first, or leave --company out.`);
  return found;
}

export type Found =
  | { requester: Requester }
  | { missing: Missing; reason: ImportReason }
  | { reason: ImportReason };

/** Finds the people of a batch with three queries; gives each draft its requester, what it lacks, or the reason to reject it. */
export async function findRequesters(
  client: PoolClient,
  drafts: readonly Draft[],
  otherwise: Company | null,
): Promise<(draft: Draft) => Found> {
  const people = drafts.flatMap((draft) => draft.client ?? []);
  const companies = await findCompaniesByName(client, [
    ...new Set(drafts.map((draft) => draft.company?.toLowerCase() ?? "")),
  ]);
  const byEmail = await findClientsByEmail(client, [
    ...new Set(people.flatMap(({ email }) => storedForms(email ?? ""))),
  ]);
  const byName = await findClientsByName(client, [
    ...new Set(people.map(({ email, name }) => (email === null ? (name ?? "").toLowerCase() : ""))),
  ]);
  const findPeople = ({ email, name }: NamedPerson): Client[] =>
    email === null
      ? (byName.get((name ?? "").toLowerCase()) ?? [])
      : storedForms(email)
          .flatMap((form) => byEmail.get(form) ?? [])
          .slice(0, 1);
  return (draft) => {
    const named = draft.company === null ? otherwise : (companies.get(draft.company.toLowerCase()) ?? null);
    const lacksCompany = draft.company !== null && named === null;
    const known = draft.client === null ? [] : findPeople(draft.client);
    const [person = null, ...others] = known.filter(
      ({ companyId }) => known.length === 1 || named === null || companyId === named.id,
    );
    if (others.length > 0)
      return because({ code: "several_clients", params: { value: shorten(draft.client?.name ?? "") } });
    if (person && (lacksCompany || (named && person.companyId !== named.id)))
      return because({
        code: "other_company",
        params: {
          value: shorten(nameOf(draft.client)),
          company: shorten(draft.company ?? named?.name ?? ""),
        },
      });
    const lacksPerson = draft.client !== null && person === null;
    if (lacksCompany || lacksPerson) return explainMissing(draft, { lacksCompany, lacksPerson });
    if (person === null) return { requester: { client: null, company: named } };
    const own = person.companyId === null ? null : { id: person.companyId, name: person.companyName ?? "" };
    return { requester: { client: person, company: own } };
  };
}

const because = (reason: ImportReason) => ({ reason });

type Lacks = { lacksCompany: boolean; lacksPerson: boolean };

function explainMissing(draft: Draft, { lacksCompany, lacksPerson }: Lacks): Found {
  const { company, client } = draft;
  const value = shorten(lacksCompany ? (company ?? "") : nameOf(client));
  const code = lacksCompany ? "no_company" : client?.email === null ? "no_client_name" : "no_client_address";
  const reason: ImportReason = { code, params: { value } };
  if (lacksPerson && client?.email == null) return { reason };
  const person = lacksPerson && client?.email ? { email: client.email, name: client.name } : null;
  return { reason, missing: { company: lacksCompany ? company : null, person } };
}

function nameOf(person: NamedPerson | null): string {
  return person?.email ?? person?.name ?? "";
}

export async function findCompaniesByName(
  client: PoolClient,
  names: readonly string[],
): Promise<Map<string, Company>> {
  const wanted = names.filter((name) => name !== "");
  if (wanted.length === 0) return new Map();
  const answer = await client.query<Company & { key: string }>(
    "select id, name, lower(name) as key from companies where deleted_at is null and not is_internal and lower(name) = any($1)",
    [wanted],
  );
  return new Map(answer.rows.map(({ key, id, name }) => [key, { id, name }]));
}

const CLIENTS = `select u.id, u.fullname, u.company_id as "companyId", c.name as "companyName", lower(u.email) as email,
    lower(u.fullname) as name
  from users u left join companies c on c.id = u.company_id where u.deleted_at is null and u.user_type = 'external'`;

async function findClientsByEmail(
  client: PoolClient,
  emails: readonly string[],
): Promise<Map<string, Client>> {
  const wanted = emails.filter((email) => email !== "");
  if (wanted.length === 0) return new Map();
  const answer = await client.query<Client & { email: string }>(`${CLIENTS} and lower(u.email) = any($1)`, [
    wanted,
  ]);
  return new Map(answer.rows.map(({ email, ...person }) => [email, person]));
}

async function findClientsByName(
  client: PoolClient,
  names: readonly string[],
): Promise<Map<string, Client[]>> {
  const wanted = names.filter((name) => name !== "");
  if (wanted.length === 0) return new Map();
  const answer = await client.query<Client & { name: string }>(`${CLIENTS} and lower(u.fullname) = any($1)`, [
    wanted,
  ]);
  return Map.groupBy(answer.rows, ({ name }) => name);
}

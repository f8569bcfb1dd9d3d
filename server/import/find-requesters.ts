import type { PoolClient } from "pg";
import { storedForms } from "#contract/email-address.ts";
import { StartError } from "#server/start/start-error.ts";
import type { Draft } from "./parse-row.ts";
import { shorten } from "./shorten.ts";

export type Company = { id: string; name: string };
type Client = { id: string; fullname: string; companyId: string | null; companyName: string | null };

export type Requester = { client: Client | null; company: Company | null };

/** Finds the company that `--company` names. Refuses an unknown one. */
export async function findCompany(client: PoolClient, name: string): Promise<Company> {
  const found = (await findCompaniesByName(client, [name.toLowerCase()])).get(name.toLowerCase());
  if (!found)
    throw new StartError(`There is no company named "${name}": add it first, or leave --company out.`);
  return found;
}

/** Finds the people of a batch with two queries; gives each draft its requester, or the reason to reject it. */
export async function findRequesters(
  client: PoolClient,
  drafts: readonly Draft[],
  otherwise: Company | null,
) {
  const companies = await findCompaniesByName(client, [
    ...new Set(drafts.map((draft) => draft.company?.toLowerCase() ?? "")),
  ]);
  const clients = await findClientsByEmail(client, [
    ...new Set(drafts.flatMap((draft) => storedForms(draft.client ?? ""))),
  ]);
  return (draft: Draft): Requester | string => {
    const named = draft.company === null ? otherwise : (companies.get(draft.company.toLowerCase()) ?? null);
    if (draft.company !== null && named === null)
      return `there is no company named "${shorten(draft.company)}"`;
    if (draft.client === null) return { client: null, company: named };
    const person = storedForms(draft.client).flatMap((form) => clients.get(form) ?? [])[0];
    if (!person) return `there is no client with the e-mail address "${shorten(draft.client)}"`;
    if (named && person.companyId !== named.id) return `${draft.client} does not belong to ${named.name}`;
    const own = person.companyId === null ? null : { id: person.companyId, name: person.companyName ?? "" };
    return { client: person, company: own };
  };
}

async function findCompaniesByName(
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

async function findClientsByEmail(
  client: PoolClient,
  emails: readonly string[],
): Promise<Map<string, Client>> {
  const wanted = emails.filter((email) => email !== "");
  if (wanted.length === 0) return new Map();
  const answer = await client.query<Client & { key: string }>(
    `select u.id, u.fullname, u.company_id as "companyId", c.name as "companyName", lower(u.email) as key
     from users u left join companies c on c.id = u.company_id
     where u.deleted_at is null and u.user_type = 'external' and lower(u.email) = any($1)`,
    [wanted],
  );
  return new Map(answer.rows.map(({ key, ...person }) => [key, person]));
}

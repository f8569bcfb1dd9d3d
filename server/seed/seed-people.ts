import type { PoolClient } from "pg";
import { copyRows } from "#server/lib/db/pg-copy.ts";
import type { SeededRandom } from "#server/lib/seeded-random.ts";
import { FAMILY, GIVEN, makeName, TRADES, drawZipf } from "./vocabulary.ts";

export type SeedPlan = { tickets: number; companies: number; agents: number; clients: number; seed: number };

type Company = { id: string; name: string; clients: { id: string; fullname: string }[] };

/** People and companies that tickets can be from and for. */
export type Population = {
  /** Busiest first, by far. */
  companies: Company[];
  agents: { id: string; fullname: string }[];
  teams: string[];
};

/** Invents companies, staff and clients; none of them has a password, so none can sign in. */
export async function seedPeople(
  client: PoolClient,
  dice: SeededRandom,
  plan: SeedPlan,
  now: Date,
): Promise<Population> {
  const began = new Date(now.getTime() - 3.2 * 365 * 24 * 3_600_000);
  const companies = inventCompanies(dice, plan);
  await copyRows(
    client,
    "companies",
    ["id", "name", "description", "contact_email", "created_at"],
    companies.map(({ id, name, domain }) => [
      id,
      name,
      `Invented company number ${domain}`,
      `it@${domain}`,
      began,
    ]),
  );
  const provider = await client.query<{ id: string; teams: string[] }>(
    `select c.id, array(select g.id from groups g where g.company_id = c.id and g.deleted_at is null order by g.name) as teams
     from companies c where is_internal`,
  );
  const { id: providerId = "", teams = [] } = provider.rows[0] ?? {};
  const agents = Array.from({ length: plan.agents }, (_, index) =>
    inventAgent(dice, plan, index, providerId),
  );
  const clients = Array.from({ length: plan.clients }, (_, index) => inventClient(dice, companies, index));
  await insertUsers(client, [...agents, ...clients], began);
  for (const { id, fullname, company } of clients) company.clients.push({ id, fullname });
  return { companies: companies.filter((company) => company.clients.length > 0), agents, teams };
}

type Place = Company & { domain: string };
type Person = {
  id: string;
  fullname: string;
  email: string;
  companyId: string;
  type: "internal" | "external";
  role: string;
};

function inventCompanies(dice: SeededRandom, { companies, seed }: SeedPlan): Place[] {
  return Array.from({ length: companies }, (_, index) => {
    const first = makeName(index * 7 + seed * 31);
    const name = `${first.charAt(0).toUpperCase()}${first.slice(1)} ${dice.pick(TRADES)}`;
    // Another seed may invent the same name; the number keeps them apart.
    const suffix = seed === 1 ? "" : ` ${seed}`;
    return {
      id: dice.id(),
      name: `${name}${suffix}`,
      domain: `${first}-${index + 1}.seed${seed}.example`,
      clients: [],
    };
  });
}

function inventAgent(dice: SeededRandom, { seed }: SeedPlan, index: number, companyId: string): Person {
  const draw = dice.next();
  const role = draw < 0.88 ? "support_specialist" : draw < 0.98 ? "team_lead" : "manager";
  const fullname = inventPerson(dice);
  return {
    id: dice.id(),
    fullname,
    email: `agent${index + 1}@seed${seed}.example`,
    companyId,
    type: "internal",
    role,
  };
}

/** The first of each company looks after it. */
function inventClient(dice: SeededRandom, companies: Place[], index: number): Person & { company: Place } {
  const company =
    companies[index < companies.length ? index : drawZipf(dice, companies.length)] ?? companies[0];
  if (company === undefined) throw new RangeError("clients need a company");
  const role = index < companies.length ? "client_admin" : "client";
  const email = `person${index + 1}@${company.domain}`;
  return {
    id: dice.id(),
    fullname: inventPerson(dice),
    email,
    companyId: company.id,
    type: "external",
    role,
    company,
  };
}

function inventPerson(dice: SeededRandom): string {
  return `${dice.pick(GIVEN)} ${dice.pick(FAMILY)}`;
}

async function insertUsers(client: PoolClient, people: Person[], began: Date) {
  await copyRows(
    client,
    "principals",
    ["id", "kind", "name"],
    people.map(({ id, fullname }) => [id, "user", fullname]),
  );
  await copyRows(
    client,
    "users",
    ["id", "email", "fullname", "user_type", "company_id", "created_at"],
    people.map(({ id, email, fullname, type, companyId }) => [id, email, fullname, type, companyId, began]),
  );
  const roles = await client.query<{ id: string; key: string }>("select id, key from roles");
  const roleIds = new Map(roles.rows.map(({ key, id }) => [key, id]));
  await copyRows(
    client,
    "user_roles",
    ["user_id", "role_id"],
    people.map(({ id, role }) => [id, roleIds.get(role) ?? null]),
  );
}

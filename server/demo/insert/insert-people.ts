import { COMPANIES } from "../companies.ts";
import { PEOPLE, TEAMS } from "../people.ts";
import type { CompanyKey, TeamKey } from "../stories/story.ts";
import type { Db } from "#server/lib/request-context.ts";
import type { SeededRandom } from "#server/lib/seeded-random.ts";
import { hashToken, newToken } from "#server/lib/crypto/token.ts";

const DAY = 24 * 3_600_000;

export type Person = {
  id: string;
  fullname: string;
  company: CompanyKey | null;
  teams: readonly TeamKey[];
  named: boolean;
};

/** Ids of the people, companies and teams, by the names that the stories use. */
export type Directory = {
  companies: ReadonlyMap<CompanyKey, { id: string; name: string }>;
  teams: ReadonlyMap<TeamKey, string>;
  /** Staff who can act today. */
  staff: readonly Person[];
  clients: readonly Person[];
};

/** Companies, people with the one password, teams and sites. */
export async function insertPeople(
  db: Db,
  { dice, now, secret }: { dice: SeededRandom; now: Date; secret: string },
): Promise<Directory> {
  const provider = await db
    .selectFrom("companies")
    .select("id")
    .where("is_internal", "=", true)
    .executeTakeFirstOrThrow();
  const companies = await insertCompanies(db, dice, now);
  const rows = PEOPLE.map((person, index) => ({ ...person, id: dice.id(), named: index < 8 }));
  await insertUsers(db, { rows, companies, provider: provider.id, now });
  await insertRights(db, { rows, secret, now });
  const teams = await insertTeams(db, { rows, companies, provider: provider.id, dice, now });
  const present = rows
    .filter(({ state, roles }) => state === undefined && roles.length > 0)
    .map(({ id, fullname, company, teams: own = [], named }) => ({
      id,
      fullname,
      company,
      teams: own,
      named,
    }));
  return {
    companies,
    teams,
    staff: present.filter(({ company }) => company === null),
    clients: present.filter(({ company }) => company !== null),
  };
}

type Row = (typeof PEOPLE)[number] & { id: string };
type Companies = Directory["companies"];

async function insertCompanies(db: Db, dice: SeededRandom, now: Date): Promise<Companies> {
  const made = COMPANIES.map((company) => ({ ...company, id: dice.id() }));
  await db
    .insertInto("companies")
    .values(
      made.map(({ id, name, description, email, phone, active = true, sharing, ageInDays }) => ({
        id,
        name,
        description,
        contact_email: email,
        contact_phone: phone,
        is_active: active,
        sharing: sharing ?? ("own" as const),
        created_at: new Date(now.getTime() - ageInDays * DAY),
      })),
    )
    .execute();
  return new Map(made.map(({ key, id, name }) => [key, { id, name }]));
}

async function insertUsers(
  db: Db,
  { rows, companies, provider, now }: { rows: Row[]; companies: Companies; provider: string; now: Date },
) {
  await db
    .insertInto("principals")
    .values(rows.map(({ id, fullname }) => ({ id, kind: "user" as const, name: fullname })))
    .execute();
  await db
    .insertInto("users")
    .values(
      rows.map(({ id, fullname, email, company, city, phone, locale, seenHoursAgo, state }, index) => ({
        id,
        fullname,
        email,
        user_type: company === null ? ("internal" as const) : ("external" as const),
        company_id: company === null ? provider : companies.get(company)?.id,
        city,
        phone_number: phone,
        locale,
        last_online: seenHoursAgo === undefined ? null : new Date(now.getTime() - seenHoursAgo * 3_600_000),
        created_at: new Date(now.getTime() - (state === "invited" ? 1 : 400 - index * 5) * DAY),
        deleted_at: state === "deleted" ? new Date(now.getTime() - 40 * DAY) : null,
      })),
    )
    .execute();
}

async function insertRights(db: Db, { rows, secret, now }: { rows: Row[]; secret: string; now: Date }) {
  await db
    .insertInto("credentials")
    .values(
      rows
        .filter(({ state }) => state !== "invited")
        .map(({ id }) => ({ user_id: id, kind: "password" as const, secret })),
    )
    .execute();
  await db
    .insertInto("action_links")
    .values(
      rows
        .filter(({ state }) => state === "invited")
        .map(({ id }) => ({
          // The token is unknown to everybody: a new invitation replaces this one.
          token_hash: hashToken(newToken()),
          purpose: "invite" as const,
          user_id: id,
          subject: "{}",
          created_at: new Date(now.getTime() - DAY),
          expires_at: new Date(now.getTime() + 2 * DAY),
        })),
    )
    .execute();
  const roles = await db.selectFrom("roles").select(["id", "name"]).execute();
  await db
    .insertInto("user_roles")
    .values(
      rows.flatMap(({ id, roles: own }) =>
        roles
          .filter(({ name }) => own.some((mine) => mine === name))
          .map((role) => ({ user_id: id, role_id: role.id })),
      ),
    )
    .execute();
}

/** The first team came with the first migration; clients have their sites as groups (rule 134). */
async function insertTeams(
  db: Db,
  {
    rows,
    companies,
    provider,
    dice,
    now,
  }: { rows: Row[]; companies: Companies; provider: string; dice: SeededRandom; now: Date },
) {
  const support = await db
    .selectFrom("groups")
    .select("id")
    .where("company_id", "=", provider)
    .where("name", "=", TEAMS.support)
    .executeTakeFirst();
  const teams = new Map<TeamKey, string>();
  for (const key of listTeamKeys())
    teams.set(key, (key === "support" ? support?.id : undefined) ?? dice.id());
  const own = listTeamKeys().map((key) => ({
    id: teams.get(key) ?? "",
    name: TEAMS[key],
    company_id: provider,
  }));
  const sites = COMPANIES.flatMap(({ key, sites: names }) =>
    names.map((name) => ({ id: dice.id(), name, company_id: companies.get(key)?.id ?? "" })),
  );
  await db
    .insertInto("groups")
    .values(
      [...own, ...sites].map((group) => ({ ...group, created_at: new Date(now.getTime() - 300 * DAY) })),
    )
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  const members = rows.flatMap(({ id, teams: names = [] }) =>
    names.map((name) => ({ group_id: teams.get(name) ?? "", user_id: id })),
  );
  await db.insertInto("group_members").values(members).execute();
  return teams;
}

function listTeamKeys(): TeamKey[] {
  return ["support", "network", "devices", "identity", "servers", "applications"];
}

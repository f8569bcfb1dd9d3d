import type { Client, Pool, PoolConfig } from "pg";
import { StartError } from "#server/start/start-error.ts";
import { openClient } from "./several-hosts.ts";

/** The roles of decision 9, beside the owner of the tables. */
export const APP_ROLE = "waypost_app";
export const GUEST_ROLE = "waypost_guest";

/**
 * Makes both roles on a server of our own, or gives them back what they need. `owner` may create roles. The password is
 * for servers that ask for one.
 */
export async function makeRoles(owner: Client, password?: string): Promise<void> {
  const secret = password === undefined ? "" : ` password ${owner.escapeLiteral(password)}`;
  for (const role of [APP_ROLE, GUEST_ROLE]) {
    await owner.query(
      `do $$ begin create role ${role}; exception when duplicate_object or unique_violation then null; end $$`,
    );
    await retryChanged(() =>
      owner.query(
        `alter role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls${secret}`,
      ),
    );
  }
}

/** XX000: another starter alters the same role at this moment. */
async function retryChanged(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes("concurrently updated")) throw error;
    await work();
  }
}

/** How far the database keeps external users from what is not theirs, whatever a query forgot or says. */
export type Separation = {
  /** The app's role owns no table and is no superuser: it cannot change tables, triggers, or rows of the history. */
  appOwnsNothing: boolean;
  /** External users: on connections that can become no other role, by SET ROLE on the app's, or not kept apart. */
  guests: "own login" | "set role" | "off";
};

/** Reads the separation from the app's connection and, where there is one, the external users' own. */
export async function readSeparation(app: Pool, guests: Pool | null): Promise<Separation> {
  const { rows } = await app.query<{ owns: boolean; member: boolean }>(`
    select (select rolsuper from pg_roles where rolname = current_user)
        or exists (select from pg_tables where schemaname in ('public', 'pgboss') and pg_has_role(tableowner, 'usage')) as owns,
      coalesce((select pg_has_role(oid, 'member') from pg_roles where rolname = '${GUEST_ROLE}'), false)
        and exists (select from pg_policies where policyname = 'guest_reads' and tablename = 'tickets') as member`);
  const [found] = rows;
  const shared = found?.member ? "set role" : "off";
  return { appOwnsNothing: found?.owns === false, guests: guests ? "own login" : shared };
}

/** One sentence about what is missing, for the start's log and for `npm run doctor`; null where nothing is. */
export function explainSeparation({ appOwnsNothing, guests }: Separation): string | null {
  const recipe = 'see "Roles of the database" in docs/operations/install.md';
  if (guests === "off")
    return `row-level security is off: the user of DATABASE_URL may not become ${GUEST_ROLE}; ${recipe}.`;
  if (!appOwnsNothing)
    return `the user of DATABASE_URL owns the tables: set DATABASE_OWNER_URL, so that the app works as ${APP_ROLE}; ${recipe}.`;
  if (guests === "set role")
    return `requests of external users share the app's connections: set DATABASE_GUEST_URL; ${recipe}.`;
  return null;
}

/** Refuses a login that is not the role which migrations grant rights to, naming the setting. */
export async function refuseOtherRole(connection: PoolConfig, setting: string, role: string): Promise<void> {
  const client = await openClient({ ...connection, connectionTimeoutMillis: 10_000 });
  try {
    const { rows } = await client.query<{ user: string }>("select session_user as user");
    if (rows[0]?.user !== role)
      throw new StartError(`The user of ${setting} must be ${role}, which the tables grant its rights to.`);
  } finally {
    await client.end().catch(() => {});
  }
}

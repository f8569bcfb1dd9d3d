import { isPermission, type Permission } from "#contract/access/permissions.ts";
import { describeSpendings, type Spending } from "#server/allowances/definitions.ts";
import type { Exceeded } from "#server/allowances/spend.ts";
import { askNamed } from "#server/db/ask-named.ts";
import type { Db, App, SignedIn } from "#server/lib/request-context.ts";
import { hashToken } from "#server/lib/crypto/token.ts";

/**
 * Finds the person of a bearer token, afresh at each request: deletion, sign-out and changed rights act at once.
 * Null for anything that is not an active session. A named statement, because every request runs it.
 */
export async function findActor(app: App, authorization: string | undefined): Promise<SignedIn | null> {
  const token = readBearer(authorization);
  if (!token) return null;
  const { rows } = await askNamed<Row>(app.pool, {
    name: app.config.demo ? "actor-of-token" : "actor-of-token-but-samples",
    text: findActorText(app),
    values: [hashToken(token), app.clock.now()],
  });
  return toActor(rows[0]);
}

/** Finds the people of several bearer tokens as `findActor` does, in one statement, by what they were given as. */
export async function findActors(
  app: App,
  authorizations: readonly string[],
): Promise<Map<string, SignedIn>> {
  const hashes = new Map<string, Buffer>();
  for (const authorization of authorizations) {
    const token = readBearer(authorization);
    if (token) hashes.set(authorization, hashToken(token));
  }
  const { rows } = await app.pool.query<Row & { place: number }>(
    `select given.place::int, found.* from unnest($1::bytea[]) with ordinality as given (hash, place)
      cross join lateral (${findActorText(app, "given.hash")}) found`,
    [[...hashes.values()], app.clock.now()],
  );
  const given = [...hashes.keys()];
  return new Map(
    rows.flatMap(({ place, ...row }) => {
      const [authorization, actor] = [given[place - 1], toActor(row)];
      return authorization !== undefined && actor ? [[authorization, actor] as const] : [];
    }),
  );
}

/**
 * Finds the person as `findActor` does, and spends of their allowances in the same round trip. Whoever spends more than
 * is allowed is found all the same, with what was exceeded.
 */
export async function findSpendingActor(
  app: App,
  authorization: string | undefined,
  spendings: readonly Spending[],
): Promise<{ actor: SignedIn | null; exceeded: Exceeded | null }> {
  const token = readBearer(authorization);
  if (!token) return { actor: null, exceeded: null };
  const { rows } = await askNamed<Row & { exceeded: Exceeded | null }>(app.pool, {
    name: app.config.demo ? "spending-actor" : "spending-actor-but-samples",
    text: `select found.*, spend_allowances($3, found.id, $2) as exceeded from (${findActorText(app)}) found`,
    values: [hashToken(token), app.clock.now(), describeSpendings(spendings)],
  });
  const [row] = rows;
  if (!row) return { actor: null, exceeded: null };
  const { exceeded, ...found } = row;
  return { actor: toActor(found), exceeded };
}

function readBearer(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w-]{20,100})$/i.exec(authorization ?? "")?.[1];
}

function toActor(row: Row | undefined): SignedIn | null {
  return row ? { ...row, permissions: parsePermissions(row.permissions) } : null;
}

/** `$2` is the time; `hash` is where the token's stands. */
function findActorText({ config }: App, hash = "$1"): string {
  const found = `${FIND_ACTOR} and t.hash = ${hash}`;
  return config.demo ? found : `${found} and not is_sample('user', u.id)`;
}

type Row = Omit<SignedIn, "permissions"> & { permissions: string };

/** Who somebody is and what they may, of `users u`, their company `c`, and the roles that they hold (`ROLES_HELD`). */
export const ACTOR_COLUMNS = `
    u.id, u.user_type, u.company_id, coalesce(c.is_active, true) as company_active,
    coalesce(c.urgent_allowed, true) as urgent_allowed, u.email, u.fullname, held.roles,
    (select coalesce(string_agg(p.permission, ' '), '') from role_permissions p where p.role_id = any(held.ids)) as permissions`;

/** The roles of `users u`, read once for all that follows from them. */
export const ROLES_HELD = `
  cross join lateral (
    select coalesce(array_agg(r.name order by r.name), '{}') as roles, array_agg(r.id) as ids
    from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id) held`;

/** The permissions of several roles, as `ACTOR_COLUMNS` lists them; each once. Everybody of a role has the same list. */
export function parsePermissions(listed: string): readonly Permission[] {
  const known = parsed.get(listed);
  if (known) return known;
  if (parsed.size >= MAX_PARSED) parsed.clear();
  const permissions = [...new Set(listed.split(" "))].filter(isPermission).toSorted();
  parsed.set(listed, permissions);
  return permissions;
}

const parsed = new Map<string, readonly Permission[]>();
const MAX_PARSED = 1000;

const FIND_ACTOR = `
  select ${ACTOR_COLUMNS},
    s.id as session_id, greatest(s.created_at, s.confirmed_at) as confirmed_at,
    exists (select from credentials k where k.user_id = u.id and k.kind = 'password' and k.must_change) as must_change_password,
    not exists (select from second_factors f where f.user_id = u.id and f.secret is not null)
      and exists (select from settings g where g.key = 'second_factor_roles' and g.company_id is null and g.value ?| held.roles)
      as must_set_up_second_factor
  from access_tokens t
  join sessions s on s.id = t.session_id
  join users u on u.id = s.user_id
  left join companies c on c.id = u.company_id ${ROLES_HELD}
  where t.expires_at > $2 and s.revoked_at is null and s.expires_at > $2
    and u.deleted_at is null and c.deleted_at is null`;

/** Ends all sessions of a person but `except`: their tokens stop working with the next request. */
export async function revokeSessions(
  db: Db,
  userId: string,
  reason: string,
  now: Date,
  except?: string,
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ revoked_at: now, revoked_reason: reason })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .$if(except !== undefined, (query) => query.where("id", "<>", except ?? ""))
    .execute();
}

/** Ends all sessions of everybody of a company. */
export async function revokeCompanySessions(
  db: Db,
  companyId: string,
  reason: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ revoked_at: now, revoked_reason: reason })
    .where("user_id", "in", (eb) => eb.selectFrom("users").select("id").where("company_id", "=", companyId))
    .where("revoked_at", "is", null)
    .execute();
}

/** Ends one session; false when it had ended already. */
export async function revokeSession(db: Db, sessionId: string, reason: string, now: Date): Promise<boolean> {
  const ended = await db
    .updateTable("sessions")
    .set({ revoked_at: now, revoked_reason: reason })
    .where("id", "=", sessionId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}

/** Notes that the person of a session has just proved who they are. */
export async function confirmSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable("sessions").set({ confirmed_at: now }).where("id", "=", sessionId).execute();
}

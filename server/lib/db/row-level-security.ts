import { sql } from "kysely";
import { hasPermission, isExternal } from "#contract/access/actor.ts";
import type { Db, App, SignedIn } from "../context.ts";

/**
 * Sets the database role of an external user: external users work in a transaction as `waypost_guest`, to which
 * row-level security shows only rows that they may see, whatever a query forgot (decision 9, migration 0008).
 */
export async function asExternalUser(db: Db, actor: SignedIn): Promise<void> {
  // One round trip. Ids come from the session, and are quoted all the same.
  await sql`select set_config('role', 'waypost_guest', true),
    set_config('waypost.guest', ${actor.id}, true),
    set_config('waypost.company', ${actor.company_id ?? ""}, true),
    set_config('waypost.is_admin', ${String(hasPermission(actor, "tickets.edit"))}, true)`.execute(db);
}

/** Reads with the caller's database role: for answers that `serve` puts no transaction around, such as downloads. */
export async function asCaller<T>(
  { app, actor }: { app: App; actor: SignedIn },
  read: (db: Db) => Promise<T>,
): Promise<T> {
  if (!isExternalUser(app, actor)) return read(app.db);
  return app.db.transaction().execute(async (db) => {
    await asExternalUser(db, actor);
    return read(db);
  });
}

/** The same for requests, in their person's turn; live deliveries must not wait for what one of their readers does. */
export async function asCallerInTurn<T>(
  { app, actor }: { app: App; actor: SignedIn },
  read: (db: Db) => Promise<T>,
): Promise<T> {
  if (!isExternalUser(app, actor)) return read(app.db);
  return app.connectionTurns.take(actor.id, () => asCaller({ app, actor }, read));
}

/** Whether row-level security applies to the actor's statements. */
export function isExternalUser(app: App, actor: SignedIn | null): actor is SignedIn {
  return app.rowLevelSecurity && actor !== null && isExternal(actor);
}

/** Lets the role reach the job queue, whose tables are made at the start; false where the server knows no such role. */
export async function prepareRowLevelSecurity(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select coalesce((select pg_has_role(current_user, oid, 'member') from pg_roles where rolname = 'waypost_guest'), false) as there`.execute(
    db,
  );
  if (!rows[0]?.there) return false;
  await sql`grant usage on schema pgboss to waypost_guest`.execute(db);
  await sql`grant select, insert, update, delete on all tables in schema pgboss to waypost_guest`.execute(db);
  return true;
}

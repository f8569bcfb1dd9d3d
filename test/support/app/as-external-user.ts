import { sql } from "kysely";
import { findActor } from "#server/auth/session/session.ts";
import type { Db, SignedIn } from "#server/lib/request-context.ts";
import { asExternalUser } from "#server/lib/db/row-level-security.ts";
import type { Name, World } from "./app-with-people.ts";

/** Somebody as the server knows them at a request. */
export async function actorOf(world: World, name: Name): Promise<SignedIn> {
  const actor = await findActor(world.app, `Bearer ${await world.tokenOf(name)}`);
  if (!actor) throw new Error(`${name} is not signed in`);
  return actor;
}

/** Runs SQL in a transaction as requests of an external user do, with no condition of ours in the way. */
export async function asGuest<T>(world: World, name: Name, work: (db: Db) => Promise<T>): Promise<T> {
  return asExternalUser(world.app, await actorOf(world, name), work);
}

/** Everything that a table shows to somebody, of the columns that it shows at all. */
export async function everythingIn(world: World, table: string, name: Name): Promise<string> {
  return asGuest(world, name, async (tx) => {
    const { rows: columns } = await sql<{ name: string }>`
      select attname::text as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
        and has_column_privilege(attrelid, attnum, 'select')`.execute(tx);
    const shown = sql.join(columns.map((column) => sql.ref(column.name)));
    const { rows } = await sql`select ${shown} from ${sql.table(table)}`.execute(tx);
    return JSON.stringify(rows);
  });
}

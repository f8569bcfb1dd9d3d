import type { PoolClient } from "pg";

/** Gives new clients the role of clients, in the caller's transaction. */
export async function giveClientRole(client: PoolClient, ids: readonly string[]): Promise<void> {
  await client.query(
    "insert into user_roles (user_id, role_id) select new.id, roles.id from unnest($1::uuid[]) as new (id), roles where roles.key = 'client'",
    [ids],
  );
}

import { inject } from "vitest";
import type { World } from "./app-with-people.ts";
import { command } from "../database/data-directory-and-database.ts";

/** Lets nobody in, and shows whoever is in out, as when the server restarts; until it is back. */
export async function setDatabaseAway({ pool }: Pick<World, "pool">, isAway: boolean): Promise<void> {
  const { connection } = inject("databaseServer");
  const name = String(pool.options.database);
  await command(connection, `alter database ${name} allow_connections ${String(!isAway)}`);
  if (isAway)
    await command(
      connection,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
}

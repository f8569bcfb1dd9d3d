import type { Pool, PoolClient } from "pg";
import { StartError } from "#server/start/start-error.ts";

export class ImportIsRunning extends StartError {}

/** Runs `work` on a connection of a pool that keeps sessions, which holds the lock of imports. Refuses while another import or undo has it. */
export async function withImportLock<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const answer = await client.query<{ taken: boolean }>("select pg_try_advisory_lock(1464813650) as taken");
    if (!answer.rows[0]?.taken)
      throw new ImportIsRunning("Another import is running: wait until it has ended.");
    return await work(client);
  } finally {
    // The lock is released at once, since the server notices only later that a connection has ended.
    await client.query("select pg_advisory_unlock_all()").catch(() => {});
    // The connection is thrown away, not returned: temporary tables end with it.
    client.release(true);
  }
}

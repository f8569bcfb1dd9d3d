/*
 * The example accounts on a desk that has left the demo. Their password is public, so with the demo off none of them
 * signs in, refreshes or holds a session (server/auth asks `samples` itself), and a desk that others reach does not
 * start while one of them is living. Two ways out: removing the samples, or making a person real from the shell.
 */
import { randomUUID } from "node:crypto";
import type { ClientBase } from "pg";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/lib/request-context.ts";
import { StartError } from "#server/start/start-error.ts";
import type { Removed } from "./remove/remove-samples.ts";

type Connection = Pick<ClientBase, "query">;

/** Example people who have an account that is not closed. */
async function countSampleAccounts(connection: Connection): Promise<number> {
  const { rows } = await connection.query<{ n: number }>(
    "select count(*)::int as n from samples s join users u on u.id = s.id where s.kind = 'user' and u.deleted_at is null",
  );
  return rows[0]?.n ?? 0;
}

/**
 * Refuses a desk that others can reach while example accounts are living on it (rule 13). Answers how many are left
 * with the demo off, where nobody signs in as one of them.
 */
export async function refuseSampleAccounts(connection: Connection, config: Config): Promise<number> {
  if (config.demo) return 0;
  const living = await countSampleAccounts(connection);
  if (config.isReachable && living > 0)
    throw new StartError(`${sampleAccountsMessage(living)} Then start again.`);
  return living;
}

/** One sentence on what is left of the demo and how it goes. */
function sampleAccountsMessage(living: number): string {
  return `This desk holds ${living} example accounts whose password is public: run npm run admin -- go-live EMAIL with your own address, which removes the sample data.`;
}

/** A person whom the shell has made an administrator is an example no longer. */
export async function adoptSampleAccount(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("samples").where("kind", "=", "user").where("id", "=", userId).execute();
}

/** Removes all samples in one transaction, as the settings' card does, from the shell and for an administrator who stays. */
export async function removeSamplesFromShell(db: Db, keeper: string, now: Date): Promise<Removed> {
  // A start reads this file as well, and most desks never need what removes samples.
  const { removeDemo } = await import("./remove/remove-samples.ts");
  return db
    .transaction()
    .execute((tx) =>
      removeDemo({ db: tx, actor: null, now, ip: null, requestId: randomUUID(), via: "shell" }, keeper),
    );
}

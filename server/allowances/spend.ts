import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";
import { type Refusal, refuse } from "#server/lib/refusal.ts";
import { ALLOWANCES, type AllowanceName, describeSpendings, type Spending } from "./definitions.ts";

/** The database's answer when an allowance is over. */
export type Exceeded = { name: AllowanceName; allowed: number; seconds: number };

type Asked = { actorId: string | null; now: Date };

/**
 * Spends allowances, all of them or none, in one statement, so that neither a burst nor a second instance gets more.
 * Refuses 429 with Retry-After. Call it with the pool, not a transaction: external users' roles must not reach the counts.
 */
export async function spendAllowances(db: Db, asked: Asked, spendings: readonly Spending[]): Promise<void> {
  const exceeded = await trySpending(db, asked, spendings);
  if (exceeded) throw refuseExceeded(exceeded);
}

/** Spends as `spendAllowances`; false instead of a refusal, for what is silently left out. */
export async function isAllowed(db: Db, asked: Asked, spendings: readonly Spending[]): Promise<boolean> {
  return (await trySpending(db, asked, spendings)) === null;
}

async function trySpending(
  db: Db,
  { actorId, now }: Asked,
  spendings: readonly Spending[],
): Promise<Exceeded | null> {
  const { rows } = await sql<{ exceeded: Exceeded | null }>`
    select spend_allowances(${describeSpendings(spendings)}::jsonb, ${actorId}::uuid, ${now}) as exceeded`.execute(
    db,
  );
  return rows[0]?.exceeded ?? null;
}

export function refuseExceeded({ name, allowed, seconds }: Exceeded): Refusal {
  return refuse(429, ALLOWANCES[name].refusal, { params: { allowed, seconds }, retryAfter: seconds });
}

import { readSqlState } from "#server/db/database-error.ts";
import { type PlainRefusalOf, refuseField } from "../refusal.ts";

/**
 * Refuses 409 at `field` when a unique index refuses the work (SQLSTATE 23505). The index decides: of two at
 * once the second is refused here, and so are callers who cannot see the row that holds the name or address.
 */
export async function refuseIfTaken<T>(work: Promise<T>, field: string, id: PlainRefusalOf<409>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (readSqlState(error) !== "23505") throw error;
    throw refuseField(409, field, id);
  }
}

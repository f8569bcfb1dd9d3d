import { sql } from "kysely";
import type { Db } from "#server/lib/context.ts";
import { TICKET_PREFIX } from "#server/settings/read.ts";

export type Drawn = { number: number; uid: string };

/** Draws so many ticket numbers; one that is drawn is never drawn again, used or not (rule 81). */
export async function drawNumbers(db: Db, count: number): Promise<Drawn[]> {
  const { rows } = await drawing(count).execute(db);
  return rows;
}

/** The statement of it, for a deed that writes everything at once. */
export function drawing(count: number) {
  return sql<Drawn>`
    select number, ${TICKET_PREFIX} || number as uid
    from (select nextval('ticket_numbers_seq') as number from generate_series(1, ${count}::int)) as drawn`;
}

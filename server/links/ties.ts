import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

/** How a ticket stands to incidents, by itself and by what was merged into it. */
type Tie = {
  id: string;
  /** The incident that it belongs to. */
  parent: { id: string; uid: string } | null;
  /** How many tickets belong to it. */
  children: number;
};

export type Ties = ReadonlyMap<string, Tie>;

/** Reads how tickets stand to incidents, by their ids. */
export async function readTies(db: Db, ids: readonly string[]): Promise<Ties> {
  const { rows } = await sql<Tie>`
    select asked.id, incident_of(asked.id) as parent,
      (select count(*)::int from incident_children(asked.id)) as children
    from unnest(${[...new Set(ids)]}::uuid[]) as asked(id)`.execute(db);
  return new Map(rows.map((tie) => [tie.id, tie]));
}

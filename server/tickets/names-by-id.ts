import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Finds today's names of people, companies and teams, deleted ones too; values that are no ids are skipped. */
export async function findNames(db: Db, values: unknown[]): Promise<Map<string, string>> {
  const ids = [...new Set(values.filter((value) => typeof value === "string" && UUID.test(value)))];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, fullname as name from users where id = any(${ids}::uuid[])
    union all select id, name from companies where id = any(${ids}::uuid[])
    union all select id, name from groups where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

import { afterAll, beforeAll, expect, it } from "vitest";
import { makeDatabase } from "../../test/support/database/database.ts";
import { MOVING_RULES } from "./moving.ts";

let database: Awaited<ReturnType<typeof makeDatabase>>;
beforeAll(async () => {
  database = await makeDatabase();
});
afterAll(() => database.drop());

it("every column that names a ticket has a rule for merges, and no rule is left over", async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select distinct c.relname || '.' || a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
    where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped and (
      a.attname like '%ticket_id'
      or exists (select from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid
        and k.confrelid = 'tickets'::regclass and a.attnum = any(k.conkey)))
    order by 1`);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(MOVING_RULES).toSorted());
});

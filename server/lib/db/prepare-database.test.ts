import { afterAll, beforeAll, expect, it } from "vitest";
import { makeDatabase } from "../../../test/support/database/database.ts";
import { prepareDatabase } from "./prepare-database.ts";

let database: Awaited<ReturnType<typeof makeDatabase>>;
beforeAll(async () => {
  database = await makeDatabase();
});
afterAll(() => database.drop());

it("sets for the whole database how much of the word index may be unsorted, which a transaction can raise for itself", async () => {
  for (const time of ["first", "second"]) {
    await prepareDatabase(database.pool, () => {});
    const { rows } = await database.pool.query<{ config: string[]; own: string[] | null }>(
      `select s.setconfig as config, i.reloptions as own from pg_db_role_setting s, pg_class i
       where s.setdatabase = (select oid from pg_database where datname = current_database()) and s.setrole = 0
         and i.oid = 'ticket_words_staff'::regclass`,
    );
    expect(rows, time).toEqual([{ config: ["gin_pending_list_limit=64"], own: null }]);
  }
});

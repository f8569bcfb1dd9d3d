import { afterAll, beforeAll, expect, it } from "vitest";
import { makeDatabase } from "../../../test/support/database/database.ts";

let database: Awaited<ReturnType<typeof makeDatabase>>;
beforeAll(async () => {
  database = await makeDatabase();
});
afterAll(() => database.drop());

it("letters of ASCII are folded alike by themselves and beside others, and in sorted columns", async () => {
  const ascii = Array.from({ length: 127 }, (_, code) => String.fromCodePoint(code + 1)).join("");
  const { rows } = await database.pool.query(
    "select name_key($1) as alone, name_key($1 || 'É') as beside, name_key('B') < name_key('a') as turned",
    [ascii],
  );
  const small = ascii.toLowerCase();
  expect(rows).toEqual([{ alone: small, beside: `${small}e`, turned: false }]);
});

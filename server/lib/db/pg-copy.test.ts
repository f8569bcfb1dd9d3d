import type { PoolClient } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeDatabase } from "../../../test/support/database/database.ts";
import * as fc from "../../../test/support/property-seed.ts";
import { copyRows } from "./pg-copy.ts";

let database: Awaited<ReturnType<typeof makeDatabase>>;
let client: PoolClient;
beforeAll(async () => {
  database = await makeDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  client = await database.pool.connect();
  await client.query("create temporary table copied (id int primary key, words text, at timestamptz)");
});
afterEach(() => client.release(true));

const copy = (rows: readonly [number, string | null, Date | null][]) =>
  copyRows(client, "copied", ["id", "words", "at"], rows);
const read = async () => (await client.query("select id, words, at from copied order by id")).rows;

/** The connection answers and takes further rows. */
async function expectUsable() {
  expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await copy([[7, "afterwards", null]]);
  expect((await client.query("select words from copied where id = 7")).rows).toEqual([
    { words: "afterwards" },
  ]);
}

describe("rows written by COPY", () => {
  it("are refused with the database's reason, and the connection serves on", async () => {
    await expect(
      copy([
        [1, "first", null],
        [1, "second", null],
      ]),
    ).rejects.toMatchObject({ code: "23505", severity: "ERROR" });
    expect(await read()).toEqual([]);
    await expectUsable();
  });

  it("are refused in the midst of many megabytes, and the connection serves on", async () => {
    const long = "x".repeat(10_000);
    const many = Array.from({ length: 3000 }, (_, index): [number, string, null] => [
      index % 1500,
      long,
      null,
    ]);
    await expect(copy(many)).rejects.toMatchObject({ code: "23505" });
    expect(await read()).toEqual([]);
    await expectUsable();
  });

  it("are refused where the table is not there, and the connection serves on", async () => {
    await expect(copyRows(client, "nowhere", ["id"], [[1]])).rejects.toMatchObject({ code: "42P01" });
    await expectUsable();
  });

  it("end with their transaction", async () => {
    await client.query("begin");
    await expect(
      copy([
        [1, "first", null],
        [1, "second", null],
      ]),
    ).rejects.toMatchObject({ code: "23505" });
    await expect(client.query("select 1")).rejects.toMatchObject({ code: "25P02" });
    await client.query("rollback");
    await expectUsable();
  });

  it("fail when the connection is cut", async () => {
    client.on("error", () => {});
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const pid = rows[0]?.pid;
    // The COPY sleeps in its first row, so that the cut meets it.
    await client.query(`create function pg_temp.slowly() returns trigger language plpgsql as
      'begin perform pg_sleep(20); return new; end'`);
    await client.query("create trigger slowly before insert on copied execute function pg_temp.slowly()");
    const copying = copy([[1, "first", null]]);
    const outcome = expect(copying).rejects.toThrow(/terminat/i);
    await expect
      .poll(async () => {
        const answer = await database.pool.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'",
          [pid],
        );
        return answer.rowCount;
      })
      .toBe(1);
    await outcome;
  });

  it("read back as they were given, whatever stands in them", async () => {
    const word = fc.string({
      unit: fc.constantFrom("\\", "\n", "\r", "\t", "N", ".", "'", "a", "終", "\u{1f40e}"),
    });
    const row = fc.tuple(
      fc.option(word),
      fc.option(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (given) => {
        await client.query("truncate copied");
        await copy(given.map(([words, at], id) => [id, words, at]));
        expect(await read()).toEqual(given.map(([words, at], id) => ({ id, words, at })));
      }),
    );
  });
});

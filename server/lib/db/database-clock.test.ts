import { pino } from "pino";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { makeDatabase } from "../../../test/support/database/database.ts";
import { openDatabaseClock } from "./database-clock.ts";

let database: Awaited<ReturnType<typeof makeDatabase>>;
beforeAll(async () => {
  database = await makeDatabase();
});
afterAll(() => database.drop());

it("tells the database's time, whatever this machine's clock is set to", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("1970-01-01T00:00:00Z") });
  const clock = await openDatabaseClock(database.pool, pino({ level: "silent" }));
  try {
    for (const year of [1970, 2038, 2026]) {
      vi.setSystemTime(new Date(`${year}-01-19T03:14:08Z`));
      const { rows } = await database.pool.query<{ ms: number }>(
        "select extract(epoch from clock_timestamp())::float8 * 1000 as ms",
      );
      expect(Math.abs(clock.now().getTime() - (rows[0]?.ms ?? 0))).toBeLessThan(2000);
    }
  } finally {
    clock.stop();
    vi.useRealTimers();
  }
});

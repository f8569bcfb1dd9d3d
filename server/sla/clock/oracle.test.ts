import * as fc from "../../../test/support/property-seed.ts";
import { expect, it } from "vitest";
import { openHours } from "#server/calendars/windows.ts";
import { compare } from "../../../test/support/sla-clock/compare.ts";
import { histories } from "../../../test/support/sla-clock/histories.ts";

/** The full comparison is that of `npm run chaos -- sla`. */
const CASES = Number(process.env.SLA_HISTORIES ?? 2000);

it(
  "the clock agrees with an oracle that walks minute by minute, in used time, due time and verdict",
  { timeout: 3_600_000 },
  async () => {
    await openHours({
      zone: "UTC",
      week: { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] },
      days: [],
    });
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const { engine, oracle } = await compare(history);
        expect(engine).toEqual(oracle);
      }),
      { numRuns: CASES },
    );
  },
);

import { types } from "pg";
import { describe, expect, it } from "vitest";
import * as fc from "../../test/support/property-seed.ts";
import { parseTimestamp } from "./parse-timestamp.ts";

/** As pg parses a time where nobody else does. */
const parseAny: (text: string) => Date | number | null = types.getTypeParser(
  types.builtins.TIMESTAMPTZ,
  "text",
);

describe("a time of the database", () => {
  it("is read to the millisecond, whenever it is", () => {
    const time = fc.date({ noInvalidDate: true, min: new Date("0001-01-01Z"), max: new Date("9999-12-31Z") });
    fc.assert(
      fc.property(time, (at) => {
        const iso = at.toISOString();
        const text = `${iso.slice(0, 10)} ${iso.slice(11, -1).replace(/\.?0+$/, "")}`;
        const written = /:\d\d$|\.\d+$/.test(text) ? text : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
        expect(parseTimestamp(`${written}+00`)).toEqual(at);
      }),
    );
  });

  it.each([
    "2026-11-26 01:42:26.559999+00",
    "2026-11-26 01:42:26+05:30",
    "2026-11-26 01:42:26.5-08",
    "12026-11-26 01:42:26+00",
    "0099-11-26 01:42:26+00",
    "0044-03-15 12:00:00+00 BC",
    "infinity",
    "-infinity",
  ])("%s is the same as to pg itself", (text) => {
    expect(parseTimestamp(text)).toEqual(parseAny(text));
  });
});

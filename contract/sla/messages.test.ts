import { expect, it } from "vitest";
import { CLOCK_STATE_TEXTS as GERMAN, durationText as inGerman } from "./messages.de.ts";

it("less than a minute is in German in the case that the words before it ask for", () => {
  expect(GERMAN.dueIn(inGerman(20))).toBe("Fällig in weniger als einer Minute");
  expect(GERMAN.overdueBy(inGerman(-20))).toBe("Überfällig seit weniger als einer Minute");
  expect(GERMAN.pausedFor("wartet auf Sie", inGerman(20))).toContain("noch weniger als eine Minute");
  expect(GERMAN.dueIn(inGerman(5400))).toBe("Fällig in 1 h 30 min");
});

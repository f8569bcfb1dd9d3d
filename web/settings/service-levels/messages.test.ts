import { expect, it } from "vitest";
import { STATUS_LABELS } from "#contract/labels.de.ts";
import { LEVELS_MESSAGES } from "./messages.de.ts";

it("the statuses in which a clock waits have in German the names by which tickets show them", () => {
  const { pausesForClient, pausesForThirdParty } = LEVELS_MESSAGES;
  expect(pausesForClient(STATUS_LABELS.pending)).toContain("(Wartet)");
  expect(pausesForThirdParty(STATUS_LABELS.on_hold)).toContain("(Pausiert)");
});

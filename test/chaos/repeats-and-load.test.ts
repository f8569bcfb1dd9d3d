import { describe, it } from "vitest";
import { runSmallScenario } from "./run-small-scenario.ts";

/** Real processes work on databases of their own: on a busy machine that takes its time. */
const timeout = 180_000;
const on = "shared server";

describe("what is repeated happens once", () => {
  it("when each POST is sent many times at once, to two instances", { timeout }, (context) =>
    runSmallScenario("double-submits", { rounds: 5, on }, context),
  );

  it("when numbers are drawn at once, and some are given up", { timeout }, (context) =>
    runSmallScenario("numbers", { rounds: 40, on }, context),
  );
});

describe("nobody is kept waiting, and nobody does what they may not any more", () => {
  it("when rights end while operations are on their way", { timeout }, (context) =>
    runSmallScenario("revoked", { rounds: 8, on }, context),
  );

  it("when the mail server is slow, drops, rejects, greylists, or dies", { timeout }, (context) =>
    runSmallScenario("faulty-mail", { rounds: 6, on }, context),
  );

  it("when everything is exported, changed and searched beside them", { timeout }, (context) =>
    runSmallScenario("busy-loop", { rounds: 1, on }, context),
  );

  it("when the clocks of two instances are years apart", { timeout }, (context) =>
    runSmallScenario("skewed-clocks", { rounds: 1, on }, context),
  );
});

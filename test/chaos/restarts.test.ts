import { describe, it } from "vitest";
import { runSmallScenario } from "./run-small-scenario.ts";

/** Real processes are started, killed and replaced: on a busy machine that takes its time. */
const timeout = 180_000;
const on = "shared server";

describe("the next start works by itself", () => {
  it("after a migration was killed in the middle", { timeout }, (context) =>
    runSmallScenario("migrations", { rounds: 2, on }, context),
  );

  it("after a first start was killed", { timeout }, (context) =>
    runSmallScenario("first-start", { rounds: 1, on }, context),
  );

  it("and a second one on a held directory is refused", { timeout }, (context) =>
    runSmallScenario("one-directory", { rounds: 1 }, context),
  );
});

describe("people work on", () => {
  it("while one of two instances is replaced under load: not a request fails", { timeout }, (context) =>
    runSmallScenario("two-instances", { rounds: 1, on }, context),
  );
});

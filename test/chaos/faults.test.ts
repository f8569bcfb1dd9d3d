import { describe, it } from "vitest";
import { runSmallScenario } from "./run-small-scenario.ts";

/** Real processes are started and killed: on a busy machine that takes its time. */
const timeout = 180_000;

describe("nothing that was acknowledged is lost, and nothing is there by half", () => {
  it("when the app is killed in the middle of writing", { timeout }, (context) =>
    runSmallScenario("kill-app", { rounds: 1 }, context),
  );

  it("when the database is killed, whole or one process of it", { timeout }, (context) =>
    runSmallScenario("kill-database", { rounds: 2 }, context),
  );

  it("when the power goes", { timeout }, (context) => runSmallScenario("power-cut", { rounds: 1 }, context));
});

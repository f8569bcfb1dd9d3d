import { describe, it } from "vitest";
import { runSmallScenario } from "./run-small-scenario.ts";

/** Real processes are started and killed: on a busy machine that takes its time. */
const timeout = 180_000;

describe("no mail that was acknowledged is lost", () => {
  it("when the app is killed while mail comes in by three ways", { timeout }, (context) =>
    runSmallScenario("mail", { rounds: 2, on: "shared server" }, context),
  );
});

describe("an answer goes once, and its mails once", () => {
  it("when the app is killed while answers go out whose time has come", { timeout }, (context) =>
    runSmallScenario("sending", { rounds: 3, on: "shared server" }, context),
  );

  it("on every ticket when the app is killed while an answer goes to all reporters", { timeout }, (context) =>
    runSmallScenario("broadcasts", { rounds: 2, on: "shared server" }, context),
  );

  it("when ten instances share what is due, and one of them is killed", { timeout: 2 * timeout }, (context) =>
    runSmallScenario("ten-instances", { rounds: 1 }, context),
  );
});

import { describe, it } from "vitest";
import { takeDose } from "./take-dose.ts";

/** Real processes are started and killed: on a busy machine that takes its time. */
const timeout = 180_000;

describe("nothing that was acknowledged is lost, and nothing is there by half", () => {
  it("when the app is killed in the middle of writing", { timeout }, (context) =>
    takeDose("kill-app", { rounds: 1 }, context),
  );

  it("when the database is killed, whole or one process of it", { timeout }, (context) =>
    takeDose("kill-database", { rounds: 2 }, context),
  );

  it("when the power goes", { timeout }, (context) => takeDose("power-cut", { rounds: 1 }, context));
});

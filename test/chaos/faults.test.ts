import { describe, it } from "vitest";
import { takeDose } from "./dose.ts";

/** Real processes are started and killed: on a busy machine that takes its time. */
const timeout = 180_000;
const on = "shared server";

describe("nothing that was acknowledged is lost, and nothing is there by half", () => {
  it("when the app is killed in the middle of writing", { timeout }, (context) =>
    takeDose("kill-app", { rounds: 1 }, context),
  );

  it("when the database is killed, whole or one process of it", { timeout }, (context) =>
    takeDose("kill-database", { rounds: 2 }, context),
  );

  it("when the power goes", { timeout }, (context) => takeDose("power-cut", { rounds: 1 }, context));

  it("when one of two instances is replaced under load: not a request fails", { timeout }, (context) =>
    takeDose("two-instances", { rounds: 1, on }, context),
  );
});

describe("the next start works by itself", () => {
  it("after a migration was killed in the middle", { timeout }, (context) =>
    takeDose("migrations", { rounds: 2, on }, context),
  );

  it("after a first start was killed", { timeout }, (context) =>
    takeDose("first-start", { rounds: 1, on }, context),
  );

  it("and a second one on a held directory is refused", { timeout }, (context) =>
    takeDose("one-directory", { rounds: 1 }, context),
  );
});

import { describe, it } from "vitest";
import { takeDose } from "./dose.ts";

/** Real processes are started and killed: on a busy machine that takes its time. */
const timeout = 180_000;

describe("nothing that was acknowledged is lost, and nothing is there by half", () => {
  it("when the app is killed in the middle of writing", { timeout }, (context) =>
    takeDose("kill-app", 2, context),
  );

  it("when the database is killed, whole or one process of it", { timeout }, (context) =>
    takeDose("kill-database", 2, context),
  );

  it("when the power goes", { timeout }, (context) => takeDose("power-cut", 1, context));

  it("when one of two instances is replaced under load: not a request fails", { timeout }, (context) =>
    takeDose("two-instances", 1, context),
  );
});

describe("what is repeated happens once", () => {
  it("when each POST is sent many times at once, to two instances", { timeout }, (context) =>
    takeDose("double-submits", 5, context),
  );

  it("when numbers are drawn at once, and some are given up", { timeout }, (context) =>
    takeDose("numbers", 40, context),
  );
});

describe("the next start works by itself", () => {
  it("after a migration was killed in the middle", { timeout }, (context) =>
    takeDose("migrations", 3, context),
  );

  it("after a first start was killed", { timeout }, (context) => takeDose("first-start", 1, context));

  it("and a second one on a held directory is refused", { timeout }, (context) =>
    takeDose("one-directory", 1, context),
  );
});

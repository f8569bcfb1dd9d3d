import { describe, it } from "vitest";
import { takeDose } from "./take-dose.ts";

/** Real processes are started, killed and replaced: on a busy machine that takes its time. */
const timeout = 180_000;
const on = "shared server";

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

describe("people work on", () => {
  it("while one of two instances is replaced under load: not a request fails", { timeout }, (context) =>
    takeDose("two-instances", { rounds: 1, on }, context),
  );
});

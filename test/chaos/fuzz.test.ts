import { it } from "vitest";
import { runSmallScenario } from "./run-small-scenario.ts";

it(
  "hostile values in every place of every operation: no failure, no broken answer, none that hangs",
  { timeout: 180_000 },
  (context) => runSmallScenario("fuzz", { rounds: 2000, on: "shared server" }, context),
);

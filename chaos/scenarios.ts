import type { Scenario } from "./scenario.ts";
import { doubleSubmits } from "./scenarios/double-submits.ts";
import { firstStart } from "./scenarios/first-start.ts";
import { killApp } from "./scenarios/kill-app.ts";
import { killDatabase } from "./scenarios/kill-database.ts";
import { migrations } from "./scenarios/migrations.ts";
import { numbers } from "./scenarios/numbers.ts";
import { oneDirectory } from "./scenarios/one-directory.ts";
import { twoInstances } from "./scenarios/two-instances.ts";

/** In the order of the fault plan. */
export const SCENARIOS: Scenario[] = [
  killApp,
  killDatabase,
  twoInstances,
  migrations,
  doubleSubmits,
  numbers,
  oneDirectory,
  firstStart,
];

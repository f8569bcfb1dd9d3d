import type { Scenario } from "./scenario.ts";
import { diskFull } from "./scenarios/disk-full.ts";
import { doubleSubmits } from "./scenarios/double-submits.ts";
import { edits } from "./scenarios/edits.ts";
import { failover } from "./scenarios/failover.ts";
import { firstStart } from "./scenarios/first-start.ts";
import { killApp } from "./scenarios/kill-app.ts";
import { killDatabase } from "./scenarios/kill-database.ts";
import { migrations } from "./scenarios/migrations.ts";
import { numbers } from "./scenarios/numbers.ts";
import { oneDirectory } from "./scenarios/one-directory.ts";
import { powerCut, powerCutUnsafe } from "./scenarios/power-cut.ts";
import { roundTrips } from "./scenarios/round-trips.ts";
import { slowClients } from "./scenarios/slow-clients.ts";
import { twoInstances } from "./scenarios/two-instances.ts";

/** In the order of the fault plan. */
export const SCENARIOS: Scenario[] = [
  killApp,
  killDatabase,
  powerCut,
  powerCutUnsafe,
  diskFull,
  failover,
  twoInstances,
  slowClients,
  migrations,
  edits,
  doubleSubmits,
  numbers,
  roundTrips,
  oneDirectory,
  firstStart,
];

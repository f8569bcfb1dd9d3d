import type { Scenario } from "./scenario.ts";
import { browser } from "./scenarios/browser-faults.ts";
import { busyLoop } from "./scenarios/busy-loop.ts";
import { containers } from "./scenarios/containers.ts";
import { clockJumps } from "./scenarios/clock-jumps.ts";
import { diskFull } from "./scenarios/disk-full.ts";
import { doubleSubmits } from "./scenarios/double-submits.ts";
import { edits } from "./scenarios/concurrent-edits.ts";
import { cluster } from "./scenarios/cluster.ts";
import { failover } from "./scenarios/failover.ts";
import { firstStart } from "./scenarios/first-start.ts";
import { fuzz } from "./scenarios/fuzz.ts";
import { guards } from "./scenarios/access-guards.ts";
import { killApp } from "./scenarios/kill-app.ts";
import { killDatabase } from "./scenarios/kill-database.ts";
import { faultyMail } from "./scenarios/faulty-mail.ts";
import { killBroadcasts } from "./scenarios/kill-broadcasts.ts";
import { killSending } from "./scenarios/kill-sending.ts";
import { killWarnings } from "./scenarios/kill-warnings.ts";
import { killMail } from "./scenarios/kill-mail.ts";
import { migrations } from "./scenarios/killed-migrations.ts";
import { numbers } from "./scenarios/ticket-numbers.ts";
import { objectStore } from "./scenarios/object-store.ts";
import { oneDirectory } from "./scenarios/one-data-directory.ts";
import { powerCut, powerCutUnsafe } from "./scenarios/power-cut.ts";
import { realProxies } from "./scenarios/real-proxies.ts";
import { revoked } from "./scenarios/revoked-rights.ts";
import { roundTrips } from "./scenarios/backup-round-trips.ts";
import { scaleOut } from "./scenarios/scale-out.ts";
import { skewedClocks } from "./scenarios/skewed-clocks.ts";
import { slowClients } from "./scenarios/slow-clients.ts";
import { slaClock } from "./scenarios/sla-clock.ts";
import { soak } from "./scenarios/soak.ts";
import { tenInstances } from "./scenarios/ten-instances.ts";
import { trees } from "./scenarios/merge-trees.ts";
import { twoInstances } from "./scenarios/two-instances.ts";

/** In the order of rules 501 to 535, and what else is counted. */
export const SCENARIOS: Scenario[] = [
  killApp,
  killDatabase,
  powerCut,
  powerCutUnsafe,
  diskFull,
  failover,
  cluster,
  scaleOut,
  twoInstances,
  realProxies,
  containers,
  skewedClocks,
  clockJumps,
  slowClients,
  migrations,
  edits,
  doubleSubmits,
  numbers,
  revoked,
  faultyMail,
  roundTrips,
  busyLoop,
  oneDirectory,
  firstStart,
  fuzz,
  objectStore,
  guards,
  browser,
  killMail,
  killSending,
  killBroadcasts,
  killWarnings,
  tenInstances,
  trees,
  slaClock,
  soak,
];

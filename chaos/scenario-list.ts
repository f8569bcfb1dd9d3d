import type { Scenario } from "./scenario.ts";
import { browser } from "./scenarios/network/browser-faults.ts";
import { busyLoop } from "./scenarios/concurrency/busy-loop.ts";
import { containers } from "./scenarios/deployments/containers.ts";
import { clockJumps } from "./scenarios/machine/clock-jumps.ts";
import { diskFull } from "./scenarios/machine/disk-full.ts";
import { doubleSubmits } from "./scenarios/concurrency/double-submits.ts";
import { edits } from "./scenarios/concurrency/concurrent-edits.ts";
import { cluster } from "./scenarios/deployments/cluster.ts";
import { failover } from "./scenarios/deployments/failover.ts";
import { firstStart } from "./scenarios/kills/first-start.ts";
import { fuzz } from "./scenarios/generated-cases/fuzz.ts";
import { guards } from "./scenarios/generated-cases/access-guards.ts";
import { killApp } from "./scenarios/kills/kill-app.ts";
import { killDatabase } from "./scenarios/kills/kill-database.ts";
import { faultyMail } from "./scenarios/network/faulty-mail.ts";
import { killBroadcasts } from "./scenarios/kills/kill-broadcasts.ts";
import { killSending } from "./scenarios/kills/kill-sending.ts";
import { killWarnings } from "./scenarios/kills/kill-warnings.ts";
import { killMail } from "./scenarios/kills/kill-mail.ts";
import { migrations } from "./scenarios/kills/killed-migrations.ts";
import { numbers } from "./scenarios/concurrency/ticket-numbers.ts";
import { objectStore } from "./scenarios/network/object-store.ts";
import { oneDirectory } from "./scenarios/kills/one-data-directory.ts";
import { powerCut, powerCutUnsafe } from "./scenarios/machine/power-cut.ts";
import { realProxies } from "./scenarios/deployments/real-proxies.ts";
import { revoked } from "./scenarios/concurrency/revoked-rights.ts";
import { roundTrips } from "./scenarios/backup-round-trips.ts";
import { scaleOut } from "./scenarios/deployments/scale-out.ts";
import { skewedClocks } from "./scenarios/machine/skewed-clocks.ts";
import { slowClients } from "./scenarios/network/slow-clients.ts";
import { slaClock } from "./scenarios/generated-cases/sla-clock.ts";
import { soak } from "./scenarios/soak.ts";
import { tenInstances } from "./scenarios/deployments/ten-instances.ts";
import { trees } from "./scenarios/generated-cases/merge-trees.ts";
import { twoInstances } from "./scenarios/deployments/two-instances.ts";

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

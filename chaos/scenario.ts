import type { SeededRandom } from "#server/lib/seeded-random.ts";
import type { Server15 } from "../test/support/database/postgres15-server.ts";

export type Settings = {
  rounds: number;
  seed: number;
  dice: SeededRandom;
  /** A server to work on instead of the embedded one; every scenario makes databases of its own in it. */
  url: string | null;
  /** A migrated database of that server, which is copied instead of migrating each time. */
  template: string | null;
  /** The server of `url`, where it is ours to break. */
  server: Server15 | null;
  /** Words of the only faults that are wanted, where a scenario has several; null for all. */
  fault: string | null;
  /** For data directories, ledgers and logs; gone afterwards unless something was found. */
  folder: string;
  say(words: string): void;
};

/** The findings of a scenario. Anything in `lost` or `anomalies` means that it failed. */
export type Outcome = {
  rounds: number;
  /** Writes that were answered with success, or other things that the scenario counts. */
  acknowledged: number;
  lost: number;
  anomalies: string[];
  /** Further figures for the printed result. */
  metrics?: Record<string, number | string>;
};

export type Scenario = {
  name: string;
  /** The rule of docs/rules.md that it tests; null where it tests several. */
  rule: number | null;
  words: string;
  rounds: { small: number; full: number };
  /** The reason why it cannot run on this machine, or null. */
  missing?: (settings: Pick<Settings, "url" | "server">) => string | null;
  /** A negative control, which must find losses: a scenario that could see none would prove nothing. */
  mustFail?: boolean;
  run(settings: Settings): Promise<Outcome>;
};

import type { SeededRandom } from "#server/lib/seeded-random.ts";
import type { Server15 } from "../test/support/postgres15-server.ts";

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
  /** For data directories, ledgers and logs; gone afterwards unless something was found. */
  folder: string;
  say(words: string): void;
};

/** What a scenario saw. Anything in `lost` or `anomalies` means that it failed. */
export type Outcome = {
  rounds: number;
  /** Writes that were answered with success, or what else the scenario counts. */
  acknowledged: number;
  lost: number;
  anomalies: string[];
  /** Further figures, for the line that is printed. */
  facts?: Record<string, number | string>;
};

export type Scenario = {
  name: string;
  /** What it looks for in docs/rules.md, for the reader of figures; null where that is several things. */
  rule: number | null;
  words: string;
  rounds: { small: number; full: number };
  /** Why it cannot be tried on this machine, or null. */
  missing?: (settings: Pick<Settings, "url" | "server">) => string | null;
  /** A rig that sees nothing proves nothing: this one must find losses. */
  mustFail?: boolean;
  run(settings: Settings): Promise<Outcome>;
};

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Pool } from "pg";

/*
 * What processes have computed, from the system's accounts of their threads (Linux). Waiting for a processor does not
 * count, so that a busy machine blurs it less than the time until an answer.
 */

export type Threads = Map<string, number>;

/** The threads of these processes, with the milliseconds that each has run. */
export function threadsOf(pids: readonly number[]): Threads {
  const paths = pids.flatMap((pid) =>
    listed(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`),
  );
  return new Map(paths.map((path) => [path, ranFor(path)]));
}

/** Milliseconds that the threads have run since. One that has ended is left out: nobody asked for its work. */
export function ranSince(threads: Threads): number {
  return [...threads].reduce((sum, [path, before]) => sum + Math.max(0, ranFor(path) - before), 0);
}

export function childrenOf(pid: number): number[] {
  return textOf(`/proc/${pid}/task/${pid}/children`).trim().split(" ").map(Number);
}

/** The process of the embedded database whose children serve the connections. */
export async function findPostmaster(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ data_directory: string }>("show data_directory");
  return Number(textOf(join(rows[0]?.data_directory ?? "", "postmaster.pid")).split("\n")[0]);
}

function ranFor(path: string): number {
  return Number(textOf(`${path}/schedstat`).split(" ")[0]) / 1e6;
}

/** A process that ends while it is looked at has nothing to show. */
function listed(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

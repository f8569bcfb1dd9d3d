import { readdirSync, readFileSync } from "node:fs";
import type { Running } from "./spawn-app.ts";

export type Size = { megabytes: number; descriptors: number };

/** Memory and descriptors of a process of ours; zeros where the system does not report them. */
export function sizeOf({ child }: Running): Size {
  return { megabytes: memoryOf(child.pid), descriptors: descriptorsOf(child.pid) };
}

/** MB of a process; 0 where the system does not report them. */
export function memoryOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

function descriptorsOf(pid: number | undefined): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

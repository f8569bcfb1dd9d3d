import { readdirSync, readFileSync } from "node:fs";
import type { Running } from "./app.ts";

export type Size = { megabytes: number; descriptors: number };

/** What a process of ours holds; zeros where the system does not tell. */
export function sizeOf({ child }: Running): Size {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    return {
      megabytes: Math.round(kilobytes / 1024),
      descriptors: readdirSync(`/proc/${child.pid}/fd`).length,
    };
  } catch {
    return { megabytes: 0, descriptors: 0 };
  }
}

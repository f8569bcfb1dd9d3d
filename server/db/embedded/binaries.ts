import { join } from "node:path";
import type { Home } from "./paths.ts";

export const onWindows = process.platform === "win32";

export function program(home: Home, name: string): string {
  return join(home.programs, "bin", onWindows ? `${name}.exe` : name);
}

/** Nothing of the caller's environment changes what the database does; Windows' programs need theirs. */
export function environment(home: Home): Record<string, string> | undefined {
  if (onWindows) return undefined;
  return { PATH: "/usr/bin:/bin", LC_ALL: process.platform === "linux" ? "C.UTF-8" : "C", HOME: home.folder };
}

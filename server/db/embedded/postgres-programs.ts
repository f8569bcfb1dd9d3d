import { join } from "node:path";
import type { EmbeddedPaths } from "./paths.ts";

export const onWindows = process.platform === "win32";

export function programPath(paths: EmbeddedPaths, name: string): string {
  return join(paths.programs, "bin", onWindows ? `${name}.exe` : name);
}

/** A fixed environment, so that the caller's changes nothing; undefined on Windows, whose programs need their own. */
export function programEnvironment(paths: EmbeddedPaths): Record<string, string> | undefined {
  if (onWindows) return undefined;
  return {
    PATH: "/usr/bin:/bin",
    LC_ALL: process.platform === "linux" ? "C.UTF-8" : "C",
    HOME: paths.folder,
  };
}

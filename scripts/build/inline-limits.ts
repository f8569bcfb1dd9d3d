import type { Plugin } from "vite";
import { LIMITS } from "../../contract/limits.ts";

const LIMIT = /\bLIMITS\.(\w+)\b/g;

/**
 * Writes each limit in as its number. A page uses a handful of them; as properties of one object all of them would be in the
 * file that every page loads, with their names.
 */
export const inlineLimits: Plugin = {
  name: "inline-limits",
  apply: "build",
  enforce: "pre",
  transform(code, id) {
    if (!/\.tsx?$/.test(id) || !code.includes("LIMITS.")) return null;
    const limits = new Map<string, number>(Object.entries(LIMITS));
    return {
      code: code.replaceAll(LIMIT, (whole, name: string) => `(${limits.get(name) ?? whole})`),
      // The build has no source maps.
      map: null,
    };
  },
};

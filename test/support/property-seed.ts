/*
 * fast-check with one seed a run, chosen in vitest.config.ts and printed with a failure:
 * `PROPERTY_SEED=<seed> npx vitest run <file>` repeats it, so what a rare case found stays found.
 */
import * as fc from "fast-check";
import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    propertySeed: number;
  }
}

fc.configureGlobal({ seed: inject("propertySeed") });

export * from "fast-check";

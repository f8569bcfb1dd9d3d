import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { chosen, runMutants, survivorsOf } from "./run-mutants.ts";
import { everyMutation } from "./mutations.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const SHARE = 2;
/** The same share each time, so that a run depends on the change and not on the day; SEED takes another, `node test/access/run-mutants.ts --all` all. */
const seed = Number(process.env["SEED"] ?? 1);
const report = (line: string) => void process.stdout.write(`${line}\n`);

describe("guards", () => {
  it("are found in every feature: a rule, a refusal or a condition that is new is among them", () => {
    const all = everyMutation(ROOT);
    expect(all.length).toBeGreaterThan(180);
    for (const feature of ["tickets", "comments", "users", "roles", "companies", "groups", "uploads", "auth"])
      expect([feature, all.some(({ file }) => file.startsWith(`server/${feature}/`))]).toEqual([
        feature,
        true,
      ]);
  });

  it("are taken away in a way that still parses, so that it is the guard that is missed", () => {
    for (const { file, from, to, by } of everyMutation(ROOT)) {
      const text = readFileSync(join(ROOT, file), "utf8");
      expect(() => stripTypeScriptTypes(`${text.slice(0, from)}${by}${text.slice(to)}`)).not.toThrow();
    }
  });

  it(`are missed when they are gone (seed ${seed})`, async () => {
    const share = chosen(everyMutation(ROOT), SHARE, seed);
    const server = inject("databaseServer");
    const survivors = survivorsOf(await runMutants(ROOT, share, { report, server }));
    process.stdout.write(`guards: ${SHARE} taken away, survivors ${survivors.length}\n`);
    expect(survivors).toEqual([]);
  }, 600_000);
});

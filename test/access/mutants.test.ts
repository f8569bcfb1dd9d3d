import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chosen, runMutants } from "./mutants.ts";
import { everyMutation } from "./mutations.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const SHARE = 2;
/** Rooms whose part of the matrix is small; `node test/access/mutants.ts --all` takes every guard away. */
const QUICK = /^server\/(groups|companies|roles|comments|uploads|audit)\//;
/** The same share each time, so that a run tells about the change and not about the day; SEED takes another. */
const seed = Number(process.env["SEED"] ?? 1);

describe("guards", () => {
  it("are found in every room: a rule, a refusal or a condition that is new is among them", () => {
    const all = everyMutation(ROOT);
    expect(all.length).toBeGreaterThan(180);
    for (const room of ["tickets", "comments", "users", "roles", "companies", "groups", "uploads", "auth"])
      expect([room, all.some(({ file }) => file.startsWith(`server/${room}/`))]).toEqual([room, true]);
  });

  it(`are missed when they are gone (seed ${seed})`, async () => {
    const share = chosen(
      everyMutation(ROOT).filter(({ file }) => QUICK.test(file)),
      SHARE,
      seed,
    );
    const survivors = await runMutants(ROOT, share, (line) => void process.stdout.write(`${line}\n`));
    process.stdout.write(`guards: ${SHARE} taken away, survivors ${survivors.length}\n`);
    expect(survivors).toEqual([]);
  }, 600_000);
});

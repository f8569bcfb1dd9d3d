import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { askedPart, leftOut, LONG_TESTS } from "./test/parts.ts";

/** Tests that need neither a database nor a browser: `npm run check` runs these. */
const unit = [
  "contract/**/*.test.ts",
  "web/**/*.test.{ts,tsx}",
  "scripts/**/*.test.ts",
  "bench/**/*.test.ts",
  "server/config.test.ts",
  "server/serve-web-app.test.ts",
  "server/start/**/*.test.ts",
  "test/architecture.test.ts",
  "test/styles.test.ts",
  "test/page-weight.test.ts",
  "test/cited-sources-exist.test.ts",
  "test/events-jobs-and-query-keys.test.ts",
  "test/exact-sentences.test.ts",
  "test/parts.test.ts",
  "test/quarantine.test.ts",
  "test/refusals.test.ts",
  "test/security-docs-name-tests.test.ts",
  "test/translation.test.ts",
];

/** What kills processes, changes the whole desk or counts what is left over: each file in a process of its own. */
const alone = [
  "test/chaos/**/*.test.ts",
  "test/security/**/*.test.ts",
  "test/access/**/*.test.ts",
  "server/{main,private-files}.test.ts",
  "server/{backup,db,demo,mail}/**/*.test.ts",
  "server/lib/guard/**/*.test.ts",
];

/** Begun last, a long one would leave the other workers idle at the end. */
const FIRST = ["test/access/matrix.test.ts", ...LONG_TESTS];

function isLong({ moduleId }: TestSpecification): boolean {
  return FIRST.some((file) => moduleId.endsWith(`/${file}`));
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Vitest's own order, which is no array's.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const inOtherParts = leftOut(LONG_TESTS, askedPart());

const onDatabase = {
  globalSetup: ["./test/support/database/database.ts"],
  // Node runs this code as it is (no mocks, no JSX): Vite has nothing to transform.
  experimental: { viteModuleRunner: false },
};

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A second try only for what test/quarantine.ts names; what needed it is named at the end of `npm test`.
    retry: 0,
    runner: "./test/quarantine-runner.ts",
    reporters: ["default", "./test/quarantine-reporter.ts"],
    // One for the whole run, so that a failure is repeated by one number (test/support/property-seed.ts).
    provide: { propertySeed: Number(process.env["PROPERTY_SEED"] ?? randomInt(2 ** 31)) },
    // What is awaited comes: on a busy machine a second is not long.
    expect: { poll: { timeout: 20_000 } },
    // The tests wait for the database more than they compute: one more than there are cores keeps all of them busy.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: "unit", include: unit } },
      {
        extends: true,
        test: {
          ...onDatabase,
          name: "server",
          include: ["server/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [...unit, ...alone, ...inOtherParts],
          // What a worker has imported serves all of its files: reading it anew took four tenths of the run.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...onDatabase, name: "alone", include: alone, exclude: [...unit, ...inOtherParts] },
      },
    ],
  },
});

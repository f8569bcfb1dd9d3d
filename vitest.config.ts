import { defineConfig } from "vitest/config";

/** Tests that need neither a database nor a browser: `npm run check` runs these. */
const unit = [
  "contract/**/*.test.ts",
  "web/**/*.test.{ts,tsx}",
  "scripts/**/*.test.ts",
  "server/config.test.ts",
  "server/web.test.ts",
  "server/start/**/*.test.ts",
  "test/shape.test.ts",
  "test/budgets.test.ts",
  "test/words.test.ts",
  "test/translation.test.ts",
];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is awaited comes: on a busy machine a second is not long.
    expect: { poll: { timeout: 20_000 } },
    // The tests wait for the database more than they compute; the default leaves one of two cores idle.
    maxWorkers: "100%",
    projects: [
      { extends: true, test: { name: "unit", include: unit } },
      {
        extends: true,
        test: {
          name: "server",
          include: ["server/**/*.test.ts", "test/**/*.test.ts"],
          exclude: unit,
          globalSetup: ["./test/database.ts"],
        },
      },
    ],
  },
});

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "../../test/support/temporary-folder.ts";

const scripts = join(import.meta.dirname, "..");

/** Runs a command of the shell in an empty folder, with an empty data directory, and tells what is in both afterwards. */
function run(script: string, parameters: string[]) {
  const [cwd, dataDir] = [newFolder(), newFolder()];
  const env = { PATH: "/usr/bin:/bin", DEMO: "off", DATA_DIR: dataDir, FILES_URL };
  const options = { cwd, env, encoding: "utf8" } as const;
  const { status, stderr } = spawnSync(process.execPath, [join(scripts, script), ...parameters], options);
  return {
    status,
    said: stderr.replace(dataDir, "DIR"),
    left: [...readdirSync(cwd), ...readdirSync(dataDir)],
  };
}
const FILES_URL = "s3://KEY:SECRET@bucket?endpoint=http://127.0.0.1:9";

it.each([
  ["backup.ts", ["backups"]],
  ["upgrade.ts", []],
  ["upgrade.ts", ["--rehearse"]],
  ["files.ts", ["check"]],
  ["reconcile-counters.ts", []],
  ["import.ts", ["list"]],
  ["import.ts", ["undo", "00000000-0000-4000-8000-000000000000"]],
])("%s refuses a data directory without a desk, and makes none there: %j", (script, parameters) => {
  expect(run(script, parameters)).toEqual({
    status: 1,
    said: "waypost: There is no desk in DIR: set DATA_DIR to the folder of yours.\n",
    left: [],
  });
});

it.each([
  ["doctor.ts", "--nonsense"],
  ["reconcile-counters.ts", "--nonsense"],
])("%s refuses what it does not know", (script, parameter) => {
  const { status, said, left } = run(script, [parameter]);
  expect([status, left]).toEqual([1, []]);
  expect(said).toMatch(/^waypost: write npm run /);
});

it.each(["client.ts", "sbom.ts"])("%s takes no option for the name of what it writes", (script) => {
  const { status, said, left } = run(script, ["--help"]);
  expect([status, left]).toEqual([1, []]);
  expect(said).toMatch(/^\w+: write npm run /);
});

it("an option that cannot be read is told in one sentence, with how to use the command", () => {
  const { status, said } = run("seed.ts", ["--tickets", "-5"]);
  expect(status).toBe(1);
  expect(said).toMatch(/^waypost: Option '--tickets' argument is ambiguous: write npm run seed [^\\]*\n$/);
});

import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { type DatabaseServer, SHARED_SERVER } from "../support/database/database-server.ts";
import type { Mutation } from "./mutations.ts";

type Edit = readonly [file: string, from: string, to: string];

/** A copy of the repository in which one thing is different. */
export function makeCopy(root: string) {
  const copy = mkdtempSync(join(tmpdir(), "waypost-mutant-"));
  for (const part of [
    "contract",
    "server",
    "test",
    "scripts",
    "chaos",
    "package.json",
    "vitest.config.ts",
    "tsconfig.base.json",
    "tsconfig.json",
    "tsconfig.server.json",
    "tsconfig.web.json",
    "tsconfig.worker.json",
    "tsconfig.e2e.json",
  ])
    if (existsSync(join(root, part))) cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const original = new Map<string, string>();
  const change = (file: string, edit: (text: string) => string) => {
    const text = readFileSync(join(copy, file), "utf8");
    if (!original.has(file)) original.set(file, text);
    writeFileSync(join(copy, file), edit(text));
  };
  return {
    copy,
    replace: ([file, from, to]: Edit) =>
      change(file, (text) => {
        if (!text.includes(from)) throw new Error(`${file} no longer says: ${from}`);
        return text.replace(from, () => to);
      }),
    mutate: ({ file, from, to, by }: Mutation) =>
      change(file, (text) => `${text.slice(0, from)}${by}${text.slice(to)}`),
    restore: () => {
      for (const [file, text] of original) writeFileSync(join(copy, file), text);
    },
    remove: () => rmSync(copy, { recursive: true, force: true }),
  };
}
export type Copy = ReturnType<typeof makeCopy>;

/**
 * A test by its file and its whole name; without a name a file that could not be run. `cells` are the statuses of the
 * matrix that it found wrong.
 */
export type Test = { file: string; name?: string; cells?: string[] };

export type Asked = {
  files: string[];
  /** The endpoints of the matrix that are asked, as a pattern; all without it. */
  part?: string | undefined;
  /** The tests that are run, by their whole names; all without it. */
  names?: string[];
};

/** Runs tests in the copy, on a server that its runs share; the tests that failed. */
export function failing(
  { copy }: Copy,
  server: DatabaseServer,
  { files, part, names, bail }: Asked & { /** Ends with the first failure. */ bail?: true | undefined },
): Promise<Test[]> {
  const report = join(copy, "report.json");
  const wrong = join(copy, "wrong.txt");
  for (const last of [report, wrong]) rmSync(last, { force: true });
  const args = ["node_modules/vitest/vitest.mjs", "run", ...files];
  args.push("--reporter=json", `--outputFile=${report}`, `--fsModuleCachePath=${join(copy, ".cache")}`);
  if (names) args.push("-t", `^(${names.map(escaped).join("|")})$`);
  if (bail) args.push("--bail=1");
  const env = {
    ...process.env,
    VITEST: undefined,
    VITEST_MODE: undefined,
    // A test that another part of the run would take is run here all the same.
    TEST_PART: undefined,
    [SHARED_SERVER]: JSON.stringify({ connection: server.connection, template: server.template }),
    MATRIX_WRONG: wrong,
    ...(part ? { MATRIX_PART: part } : {}),
  };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: copy, env, maxBuffer: 1e8, timeout: 300_000 }, () => {
      try {
        resolve(failedOf(copy, report).map((test) => withCells(test, wrong)));
      } catch (error) {
        reject(error);
      }
    });
  });
}

type Report = {
  testResults: {
    name: string;
    status: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
};

function failedOf(copy: string, report: string): Test[] {
  if (!existsSync(report)) throw new Error("the tests could not be run");
  const { testResults }: Report = JSON.parse(readFileSync(report, "utf8"));
  if (testResults.length === 0) throw new Error("no test was run");
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(copy, name);
    const failed = assertionResults.filter((each) => each.status === "failed");
    if (failed.length === 0) return status === "failed" ? [{ file }] : [];
    return failed.map(({ ancestorTitles, title }) => ({
      file,
      name: [...ancestorTitles, title].join(" > "),
    }));
  });
}

function withCells(test: Test, wrong: string): Test {
  if (test.name === undefined || !existsSync(wrong)) return test;
  const row = test.name.split(" > ").at(-1) ?? "";
  const cells = readFileSync(wrong, "utf8")
    .split("\n")
    .filter((line) => line.startsWith(`${row}: `))
    .flatMap((line) => /^.+ as \w+: \d+ in place of \d+/.exec(line)?.[0] ?? []);
  return cells.length === 0 ? test : { ...test, cells };
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

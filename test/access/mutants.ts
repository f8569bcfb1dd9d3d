import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { everyMutation, type Mutation } from "./mutations.ts";

/** Row-level security stands aside, so that each guard of the first line is seen to hold by itself. */
const FIRST_LINE_ALONE = [
  "server/lib/guest.ts",
  "return house.secondLine && actor !== null && isExternal(actor);",
  "return false;",
] as const;
/** The contract's policies stand aside, for rules that say again what the policy has said. */
const NO_POLICY = [
  "server/lib/serve.ts",
  "if (!accepted.some((permission) => has(actor, permission)))",
  "if (false)",
] as const;
/** The application's own scopes stand aside, so that row-level security is seen to hold by itself. */
const SECOND_LINE_ALONE = [
  [
    "server/tickets/scope.ts",
    "return (eb) => eb.or(",
    "if (isExternal(actor)) return () => sql<SqlBool>`true`;\nreturn (eb) => eb.or(",
  ],
  ["server/comments/read.ts", 'query.where("c.visibility", "=", "public")', "query"],
] as const;

/** Endpoints and tests that stand behind the files of a room; the whole matrix where nothing is said. */
const ROOMS: Record<string, { part?: string; tests: string[] }> = {
  tickets: { part: "/tickets", tests: ["server/tickets"] },
  comments: { part: "comments|attachments|uploads", tests: ["server/comments", "server/uploads"] },
  uploads: { part: "attachments|uploads|POST /tickets$", tests: ["server/uploads", "server/comments"] },
  companies: { part: "/companies", tests: ["server/companies"] },
  groups: { part: "/groups", tests: ["server/groups"] },
  users: { part: "/users", tests: ["server/users", "server/roles"] },
  roles: { part: "/users|/roles", tests: ["server/roles", "server/users"] },
  auth: {
    part: "/auth|GET /config|GET /users",
    tests: ["server/auth", "server/users/second-factor.test.ts"],
  },
  settings: {
    part: "/settings|/logo",
    tests: ["server/settings", "server/mail", "server/users/second-factor.test.ts"],
  },
  mail: { part: "/mail", tests: ["server/mail"] },
  audit: { part: "/audit", tests: ["server/audit", "server/settings"] },
  live: { part: "events|presence", tests: ["server/live"] },
  lib: {
    tests: ["server/lib/idempotency.test.ts", "server/lib/guest.test.ts", "server/auth", "server/live"],
  },
};

type Edit = readonly [file: string, from: string, to: string];

/** A copy of the house in which one thing is different. */
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
type Copy = ReturnType<typeof makeCopy>;

/** Runs tests in the copy; the names of those that failed, or all of it when nothing could be run. */
function failing(
  copy: Copy,
  files: string[],
  { part, bail }: { part?: string; bail: boolean },
): Promise<Set<string>> {
  const report = join(copy.copy, "report.json");
  rmSync(report, { force: true });
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    ...files,
    "--reporter=json",
    `--outputFile=${report}`,
  ];
  if (bail) args.push("--bail=1");
  const env = {
    ...process.env,
    VITEST: undefined,
    VITEST_MODE: undefined,
    ...(part ? { MATRIX_PART: part } : {}),
  };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: copy.copy, env, maxBuffer: 1e8, timeout: 300_000 }, () => {
      try {
        resolve(namesOf(report));
      } catch (error) {
        reject(error);
      }
    });
  });
}

type Report = {
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
};

function namesOf(report: string): Set<string> {
  if (!existsSync(report)) throw new Error("the tests could not be run");
  const { testResults }: Report = JSON.parse(readFileSync(report, "utf8"));
  if (testResults.length === 0) throw new Error("no test was run");
  return new Set(
    testResults.flatMap(({ name, status, assertionResults }) => {
      const failed = assertionResults
        .filter((each) => each.status === "failed")
        .map(({ fullName }) => fullName);
      return failed.length === 0 && status === "failed" ? [name] : failed;
    }),
  );
}

const MATRIX = "test/access/matrix.test.ts";
const CANARY = "test/access/canary.test.ts";

/** What noticed that a guard is gone; null for a survivor. */
async function noticedBy(copy: Copy, mutation: Mutation): Promise<string | null> {
  const name = mutation.file.replace(/^contract\/access\/|^server\//, "").replace(/(\/.*|\.ts)$/, "");
  const room = ROOMS[name];
  const part = room?.part === undefined ? {} : { part: room.part };
  copy.replace(FIRST_LINE_ALONE);
  copy.mutate(mutation);
  for (const files of [[MATRIX], [...(room?.tests ?? ["server/auth", "server/live"])], [CANARY]]) {
    const [first] = await failing(copy, files, { ...part, bail: true });
    if (first !== undefined) return first;
  }
  copy.restore();
  copy.replace(NO_POLICY);
  const before = await failing(copy, [MATRIX], { ...part, bail: false });
  copy.restore();
  copy.mutate(mutation);
  if (!mutation.file.endsWith("serve.ts")) copy.replace(NO_POLICY);
  const [beside] = [...(await failing(copy, [MATRIX], { ...part, bail: false }))].filter(
    (each) => !before.has(each),
  );
  return beside === undefined ? null : `behind its policy: ${beside}`;
}

/** Takes guards away one at a time; answers those that nobody missed. */
export async function runMutants(
  root: string,
  mutations: Mutation[],
  tell: (line: string) => void,
): Promise<Mutation[]> {
  const copy = makeCopy(root);
  const survivors: Mutation[] = [];
  try {
    copy.replace(FIRST_LINE_ALONE);
    const [broken] = await failing(copy, [MATRIX], { part: "GET /(tickets|users)", bail: true });
    if (broken !== undefined) throw new Error(`nothing is taken away, and yet this fails: ${broken}`);
    copy.restore();
    for (const [at, mutation] of mutations.entries()) {
      const by = await noticedBy(copy, mutation);
      copy.restore();
      if (by === null) survivors.push(mutation);
      tell(
        `${at + 1}/${mutations.length} ${by === null ? "SURVIVED" : "noticed "} ${mutation.file}:${mutation.line} ${mutation.what}${by === null ? "" : ` <- ${by}`}`,
      );
    }
  } finally {
    copy.remove();
  }
  return survivors;
}

/** A few that a seed chooses: the same seed, the same guards. */
export function chosen(all: Mutation[], count: number, seed: number): Mutation[] {
  const ranked = all.map((mutation, at) => ({
    mutation,
    rank: Math.imul(at + 1, 2_654_435_761 ^ Math.imul(seed, 40_503)) >>> 0,
  }));
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ mutation }) => mutation);
}

/** The words sown in the canary sweep, with the application's own scopes switched off. */
export async function sweepWithoutScopes(root: string): Promise<Set<string>> {
  const copy = makeCopy(root);
  try {
    for (const edit of SECOND_LINE_ALONE) copy.replace(edit);
    return await failing(copy, [CANARY], { bail: false });
  } finally {
    copy.remove();
  }
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      all: { type: "boolean" },
      some: { type: "string" },
      seed: { type: "string" },
      only: { type: "string" },
      "second-line": { type: "boolean" },
    },
  });
  const root = join(import.meta.dirname, "..", "..");
  if (values["second-line"]) {
    const found = await sweepWithoutScopes(root);
    say(`second line alone: ${found.size} leaks ${[...found].join("; ")}`);
    process.exitCode = found.size === 0 ? 0 : 1;
    return;
  }
  const every = everyMutation(root).filter(({ file, what }) =>
    new RegExp(values.only ?? "").test(`${file} ${what}`),
  );
  const seed = Number(values.seed ?? Date.now() % 100_000);
  const mutations = values.all ? every : chosen(every, Number(values.some ?? 3), seed);
  const survivors = await runMutants(root, mutations, say);
  say(
    `guards: ${mutations.length} taken away of ${every.length}, seed ${seed}, survivors ${survivors.length}`,
  );
  process.exitCode = survivors.length === 0 ? 0 : 1;
}

if (import.meta.main) await main();

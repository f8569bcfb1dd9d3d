import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type DatabaseServer, startDatabaseServer } from "../support/database/database-server.ts";
import { type Asked, type Copy, failing, makeCopy, type Test } from "./mutant-copy.ts";
import { everyMutation, type Mutation } from "./mutations.ts";

/** Row-level security stands aside, so that each guard of the application is seen to hold by itself. */
const WITHOUT_ROW_LEVEL_SECURITY = [
  "server/lib/db/row-level-security.ts",
  "return app.rowLevelSecurity && actor !== null && isExternal(actor);",
  "return false;",
] as const;
/** The contract's policies stand aside, for rules that say again what the policy has said. */
const WITHOUT_POLICIES = [
  "server/lib/http/serve-endpoint.ts",
  "if (!accepted.some((permission) => hasPermission(actor, permission)))",
  "if (false)",
] as const;
/** The application's own scopes stand aside, so that row-level security is seen to hold by itself. */
const WITHOUT_SCOPES = [
  [
    "server/tickets/visible-tickets.ts",
    "return (eb) => eb.or(",
    "if (isExternal(actor)) return () => sql<SqlBool>`true`;\nreturn (eb) => eb.or(",
  ],
  ["server/comments/read.ts", 'query.where("c.visibility", "=", "public")', "query"],
] as const;

/** Endpoints and tests that run for a guard of each feature; the whole matrix where none are named. */
const TESTS_BY_FEATURE: Record<string, { part?: string; tests: string[] }> = {
  tickets: { part: "/tickets", tests: ["server/tickets"] },
  comments: { part: "comments|attachments|uploads", tests: ["server/comments", "server/uploads"] },
  tags: { part: "/tags", tests: ["server/tags"] },
  inbox: { part: "/inbox", tests: ["server/inbox"] },
  uploads: { part: "attachments|uploads|POST /tickets$", tests: ["server/uploads", "server/comments"] },
  companies: { part: "/companies", tests: ["server/companies"] },
  groups: { part: "/groups", tests: ["server/groups"] },
  users: { part: "/users", tests: ["server/users", "server/roles"] },
  roles: { part: "/users|/roles", tests: ["server/roles", "server/users"] },
  auth: {
    part: "/auth|GET /config|GET /users",
    tests: ["server/auth", "server/users/account/second-factor"],
  },
  settings: {
    part: "/settings|/logo",
    tests: ["server/settings", "server/mail", "server/users/account/second-factor"],
  },
  mail: { part: "/mail", tests: ["server/mail"] },
  incoming: { part: "/incoming", tests: ["server/incoming"] },
  replies: { part: "/replies", tests: ["server/replies", "server/macros"] },
  macros: { part: "/macros|/replies", tests: ["server/macros", "server/replies"] },
  links: {
    part: "links|merge|split",
    tests: [
      "server/links",
      "server/merges/merge.test.ts",
      "server/merges/merged-tickets.test.ts",
      "server/merges/undo.test.ts",
      "server/merges/split.test.ts",
    ],
  },
  incidents: { part: "reporters|incidents|answer-all", tests: ["server/incidents", "server/links"] },
  merges: { part: "merge|split", tests: ["server/merges"] },
  calendars: { part: "/calendars", tests: ["server/calendars"] },
  sla: { part: "/calendars|/sla|/reports", tests: ["server/calendars", "server/sla"] },
  views: { part: "/views", tests: ["server/views"] },
  audit: { part: "/audit", tests: ["server/audit", "server/settings"] },
  live: { part: "events|presence", tests: ["server/live"] },
  actor: { tests: ["contract/access", "server/auth", "server/live"] },
  lib: {
    tests: [
      "server/lib/guard/reauthorize.test.ts",
      "server/lib/http/idempotency.test.ts",
      "server/users/account/confirm-identity.test.ts",
      "server/lib/db/row-level-security.test.ts",
      "server/inbox",
      "server/auth",
      "server/live",
    ],
  },
};

const MATRIX = "test/access/matrix.test.ts";
const CANARY = "test/access/canary.test.ts";

/** A test that fails without a guard (kills the mutant); `behind`, once the policy before the guard stood aside. */
type Killer = Omit<Test, "cells"> & { behind?: true };
/** The test that killed each mutant the last time: run first, and alone when it fails again. Guards alike share a list. */
const KILLERS_FILE = "test/access/mutant-killers.json";

const keyOf = ({ file, what }: Mutation) => `${file}: ${what}`;
const inWords = ({ file, name, behind }: Killer) => `${behind ? "behind its policy: " : ""}${name ?? file}`;

type Killers = Record<string, Killer[]>;

function readKillers(root: string): Killers {
  return JSON.parse(readFileSync(join(root, KILLERS_FILE), "utf8"));
}

/** A copy in which guards are taken away, and the server on which its tests run. */
type Bench = {
  copy: Copy;
  server: DatabaseServer;
  /** Whether a test fails with row-level security aside and nothing else, as far as that was asked. */
  broken: Map<string, boolean>;
};

/** The test that fails without the guard; null for a survivor. */
async function findKiller(bench: Bench, mutation: Mutation, last: Killer[]): Promise<Killer | null> {
  const name = mutation.file.replace(/^contract\/access\/|^server\//, "").replace(/(\/.*|\.ts)$/, "");
  const { part, tests = ["server/auth", "server/live"] } = TESTS_BY_FEATURE[name] ?? {};
  const whole = [[MATRIX], tests, [CANARY]].map((files) => ({ files, part }));
  const first = (behind: boolean) =>
    last
      .filter((test) => Boolean(test.behind) === behind && existsSync(join(bench.copy.copy, test.file)))
      .flatMap(({ file, name }) => (name === undefined ? [] : [{ files: [file], names: [name] }]));
  return (
    (await before(bench, mutation, first(false))) ??
    (await behindPolicy(bench, mutation, first(true))) ??
    (await before(bench, mutation, whole)) ??
    behindPolicy(bench, mutation, [{ files: [MATRIX], part }])
  );
}

/** The faults that a test found, cell by cell where it is the matrix. */
const faults = (test: Test) => test.cells ?? [inWords(test)];

/** With row-level security aside: a test that fails, and does not fail while the guard stands. */
async function before(bench: Bench, mutation: Mutation, asked: Asked[]): Promise<Killer | null> {
  const { copy, server } = bench;
  for (const each of asked) {
    // The first failure says enough, unless that test fails anyway: then all of them are asked.
    for (const bail of [true, undefined] as const) {
      copy.restore();
      copy.replace(WITHOUT_ROW_LEVEL_SECURITY);
      copy.mutate(mutation);
      // A file that could not begin on a busy machine is no evidence.
      const failed = (await failing(copy, server, { ...each, bail })).filter(({ name }) => name);
      for (const { file, name } of failed)
        if (!(await isBroken(bench, { file, name }))) return { file, name };
      if (failed.length === 0) break;
    }
  }
  return null;
}

/** A test that fails with nothing taken away says nothing about a guard. */
async function isBroken({ copy, server, broken }: Bench, { file, name }: Killer): Promise<boolean> {
  const words = `${file} ${name}`;
  const known = broken.get(words);
  if (known !== undefined) return known;
  copy.restore();
  copy.replace(WITHOUT_ROW_LEVEL_SECURITY);
  const names = name === undefined ? [] : [name];
  const found = (await failing(copy, server, { files: [file], names })).length > 0;
  broken.set(words, found);
  return found;
}

/** With the policy aside: a test that fails, and does not fail while the guard stands. */
async function behindPolicy(
  { copy, server }: Bench,
  mutation: Mutation,
  asked: Asked[],
): Promise<Killer | null> {
  for (const each of asked) {
    copy.restore();
    copy.replace(WITHOUT_POLICIES);
    const standing = new Set((await failing(copy, server, each)).flatMap(faults));
    copy.restore();
    copy.mutate(mutation);
    if (!mutation.file.endsWith("serve-endpoint.ts")) copy.replace(WITHOUT_POLICIES);
    const beside = (await failing(copy, server, each)).find((test) =>
      faults(test).some((fault) => !standing.has(fault)),
    );
    if (beside) return { file: beside.file, name: beside.name, behind: true };
  }
  return null;
}

type RunOptions = { report: (line: string) => void; server?: DatabaseServer };
type Seen = { mutation: Mutation; by: Killer | null };

/** Takes guards away one at a time; resolves with the test that missed each. Without `server` it starts one of its own. */
export async function runMutants(
  root: string,
  mutations: Mutation[],
  { report, server: given }: RunOptions,
): Promise<Seen[]> {
  const own = given ? null : await startDatabaseServer();
  const server = given ?? own;
  if (!server) throw new Error("there is no server to run tests on");
  const copy = makeCopy(root);
  const bench = { copy, server, broken: new Map<string, boolean>() };
  const last = readKillers(root);
  const seen: Seen[] = [];
  try {
    for (const mutation of mutations) {
      const by = await findKiller(bench, mutation, last[keyOf(mutation)] ?? []);
      seen.push({ mutation, by });
      report(
        `${seen.length}/${mutations.length} ${by ? "killed   " : "SURVIVED"} ${mutation.file}:${mutation.line} ${mutation.what}${by ? ` <- ${inWords(by)}` : ""}`,
      );
    }
  } finally {
    copy.remove();
    await own?.stop();
  }
  return seen;
}

/** The guards that nobody missed. */
export const survivorsOf = (seen: Seen[]) => seen.flatMap(({ mutation, by }) => (by ? [] : [mutation]));

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

/** Runs the canary sweep with the application's own scopes switched off. */
async function sweepWithoutScopes(root: string): Promise<string[]> {
  const server = await startDatabaseServer();
  const copy = makeCopy(root);
  try {
    for (const edit of WITHOUT_SCOPES) copy.replace(edit);
    return (await failing(copy, server, { files: [CANARY] })).map(inWords);
  } finally {
    copy.remove();
    await server.stop();
  }
}

/** Writes down the killing tests, for the next run. */
function writeKillers(root: string, seen: Seen[]): void {
  const now: Killers = {};
  for (const { mutation, by } of seen) {
    const known = (now[keyOf(mutation)] ??= []);
    if (by?.name !== undefined && !known.some((test) => inWords(test) === inWords(by))) known.push(by);
  }
  const all = new Set(everyMutation(root).map(keyOf));
  const kept = Object.entries({ ...readKillers(root), ...now }).filter(([key]) => all.has(key));
  const sorted = Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(join(root, KILLERS_FILE), `${JSON.stringify(sorted, null, 2)}\n`);
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      all: { type: "boolean" },
      some: { type: "string" },
      seed: { type: "string" },
      only: { type: "string" },
      remember: { type: "boolean" },
      "without-scopes": { type: "boolean" },
    },
  });
  const root = join(import.meta.dirname, "..", "..");
  if (values["without-scopes"]) {
    const found = await sweepWithoutScopes(root);
    say(`without scopes: ${found.length} leaks ${found.join("; ")}`);
    process.exitCode = found.length === 0 ? 0 : 1;
    return;
  }
  const every = everyMutation(root).filter(({ file, what }) =>
    new RegExp(values.only ?? "").test(`${file} ${what}`),
  );
  const seed = Number(values.seed ?? Date.now() % 100_000);
  const mutations = values.all ? every : chosen(every, Number(values.some ?? 3), seed);
  const seen = await runMutants(root, mutations, { report: say });
  if (values.remember) writeKillers(root, seen);
  const survivors = survivorsOf(seen);
  say(
    `guards: ${mutations.length} taken away of ${every.length}, seed ${seed}, survivors ${survivors.length}`,
  );
  process.exitCode = survivors.length === 0 ? 0 : 1;
}

if (import.meta.main) await main();

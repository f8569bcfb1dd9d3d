import { type Logger, pino } from "pino";
import { roleKey } from "#contract/access/actor.ts";
import type { RoleName } from "#contract/access/permissions.ts";
import { buildApp, type RunningApp } from "#server/app.ts";
import { issueTokens } from "#server/auth/session/issue-tokens.ts";
import { readConfig } from "#server/config.ts";
import type { AppLogins } from "#server/db/open-database.ts";
import type { Db } from "#server/lib/request-context.ts";
import { hashPassword } from "#server/lib/crypto/password-hash.ts";
import { makeDatabase } from "../database/database.ts";
import { raiseLimits } from "./set-limits.ts";
import { openTestDns } from "../mail-servers/test-dns.ts";

/** Passwords of mailboxes are sealed with it, so that no test makes a key in the working directory. */
const SECRET_KEY = "5e".repeat(32);

export const PASSWORD = "correct horse battery";

type Person = {
  email: string;
  fullname: string;
  role: RoleName | null;
  company: "internal" | "kestrel" | "aster" | null;
};

/** The people of every test: one of each role, in the provider's company and in two client companies. */
const PEOPLE = {
  maren: {
    email: "maren@waypost.test",
    fullname: "Maren Solberg",
    role: "administrator",
    company: "internal",
  },
  rafael: { email: "rafael@waypost.test", fullname: "Rafael Monteiro", role: "manager", company: "internal" },
  lena: { email: "lena@waypost.test", fullname: "Lena Fischer", role: "team_lead", company: "internal" },
  idris: {
    email: "idris@waypost.test",
    fullname: "Idris Okafor",
    role: "support_specialist",
    company: "internal",
  },
  priya: { email: "priya@kestrel.test", fullname: "Priya Nair", role: "client_admin", company: "kestrel" },
  tomas: { email: "tomas@kestrel.test", fullname: "Tomás Aguilar", role: "Client", company: "kestrel" },
  helena: { email: "helena@aster.test", fullname: "Helena Marsh", role: "client_admin", company: "aster" },
  jonas: { email: "jonas@aster.test", fullname: "Jonas Weber", role: "Client", company: "aster" },
  nobody: { email: "norole@waypost.test", fullname: "Noor Haddad", role: null, company: "internal" },
} as const satisfies Record<string, Person>;

/** The machine of the tests may be late as often as it likes: nobody is refused for that. */
const BOUNDS = { lateness: Infinity };

export type Name = keyof typeof PEOPLE;
export type World = Awaited<ReturnType<typeof makeWorld>>;

/** Makes a running server over a fresh database, with the named people in it and a clock that stands until moved. */
export async function makeWorld(
  settings: Record<string, string> = {},
  log: Logger = pino({ level: "error" }),
) {
  const database = await makeDatabase();
  await raiseLimits(database.pool);
  const common = { NODE_ENV: "test", DEMO: "off", LOG_LEVEL: "error", SECRET_KEY };
  const config = readConfig({ ...common, ...database.settings, ...settings });
  const testDns = openTestDns();
  const clock = { at: new Date("2026-11-20T10:00:00.000Z"), now: () => new Date(clock.at) };
  const served = await buildApp({
    ...database.logins.app,
    guests: database.logins.guests,
    sessions: database.logins.sessions,
    config,
    clock,
    log,
    background: false,
    bounds: BOUNDS,
    dns: testDns.resolve,
  });
  await served.fastify.ready();
  const companies = await makeCompanies(database.db);
  const secret = await hashOnce();
  const ids = new Map<Name, string>();
  for (const [name, person] of entries(PEOPLE)) {
    ids.set(name, await makePerson(database.db, person, companies, secret));
  }
  const idOf = (name: Name) => ids.get(name) ?? "";
  return {
    ...database,
    ...served,
    config,
    clock,
    /** The records of mail domains. */
    testDns,
    bounds: BOUNDS,
    companies,
    people: PEOPLE,
    idOf,
    /** Calls the API as somebody; as nobody without a name. */
    as: (name: Name | null = null) =>
      callerOf(served, async () => (name ? tokenFor(database.db, idOf(name), clock.now()) : null)),
    /** A bearer token of somebody, for calls that no `as` makes: uploads, streams. */
    tokenOf: async (name: Name) => (await tokenFor(database.db, idOf(name), clock.now())) ?? "",
    withToken: (token: string | null) => callerOf(served, async () => token),
    /** Milliseconds. */
    pass: (time: number) => {
      clock.at = new Date(clock.at.getTime() + time);
    },
    drain: () => served.app.jobs.drain(served.jobs),
    end: async () => {
      await served.close();
      await database.drop();
    },
  };
}

/** A second process's worth of server on the world's database, under the same clock. */
export function openBeside({
  logins,
  config,
  clock,
  bounds,
  testDns,
}: Pick<World, "config" | "clock" | "bounds" | "testDns"> & { logins: AppLogins }): Promise<RunningApp> {
  const log = pino({ level: "silent" });
  return buildApp({
    ...logins.app,
    guests: logins.guests,
    sessions: logins.sessions,
    config,
    clock,
    bounds,
    dns: testDns.resolve,
    log,
    background: false,
  });
}

function entries<T extends object>(of: T) {
  return Object.entries(of) as [keyof T, T[keyof T]][];
}

async function makeCompanies(db: Db) {
  const internal = await db
    .selectFrom("companies")
    .select("id")
    .where("is_internal", "=", true)
    .executeTakeFirstOrThrow();
  const make = async (name: string) =>
    (await db.insertInto("companies").values({ name }).returning("id").executeTakeFirstOrThrow()).id;
  return {
    internal: internal.id,
    kestrel: await make("Kestrel Logistics"),
    aster: await make("Aster Legal"),
  };
}

/** Hashing is slow on purpose: once for all the worlds of a file. */
function hashOnce(): Promise<string> {
  return (hashed ??= hashPassword(PASSWORD));
}
let hashed: Promise<string> | undefined;

type Companies = Awaited<ReturnType<typeof makeCompanies>>;

/** Somebody who can sign in with `PASSWORD` at once. */
export async function makePerson(
  db: Db,
  person: Person,
  companies: Companies,
  secret?: string,
): Promise<string> {
  const { id } = await db
    .insertInto("principals")
    .values({ kind: "user", name: person.fullname })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("users")
    .values({
      id,
      email: person.email,
      fullname: person.fullname,
      user_type:
        person.role === "Client" || person.role === "client_admin" || person.company !== "internal"
          ? "external"
          : "internal",
      company_id: person.company ? companies[person.company] : null,
    })
    .execute();
  await db
    .insertInto("credentials")
    .values({ user_id: id, kind: "password", secret: secret ?? (await hashOnce()) })
    .execute();
  if (person.role) {
    const role = await db
      .selectFrom("roles")
      .select("id")
      .where("key", "=", roleKey(person.role))
      .executeTakeFirstOrThrow();
    await db.insertInto("user_roles").values({ user_id: id, role_id: role.id }).execute();
  }
  return id;
}

export async function tokenFor(db: Db, userId: string, now: Date): Promise<string> {
  const session = await db
    .insertInto("sessions")
    .values({
      user_id: userId,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + 30 * 24 * 3_600_000),
    })
    .returning(["id", "expires_at"])
    .executeTakeFirstOrThrow();
  return (await issueTokens(db, session, now, null)).accessToken;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Sent = { query?: Record<string, string>; body?: unknown; headers?: Record<string, string> };

export function callerOf({ fastify }: Pick<RunningApp, "fastify">, token: () => Promise<string | null>) {
  let held: Promise<string | null> | undefined;
  const call = async (method: Method, path: string, { query, body, headers }: Sent = {}) => {
    held ??= token();
    const bearer = await held;
    const answer = await fastify.inject({
      method,
      url: `/api${path}`,
      query,
      headers: {
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      payload: body === undefined ? undefined : JSON.stringify(body),
    });
    return {
      status: answer.statusCode,
      body: answer.body ? parsed(answer.body) : null,
      headers: answer.headers,
      cookies: answer.cookies,
      text: answer.body,
    };
  };
  return {
    get: (path: string, query?: Record<string, string>) => call("GET", path, { query }),
    post: (path: string, body?: unknown, headers?: Record<string, string>) =>
      call("POST", path, { body, headers }),
    put: (path: string, body: unknown, headers?: Record<string, string>) =>
      call("PUT", path, { body, headers }),
    patch: (path: string, body: unknown, headers?: Record<string, string>) =>
      call("PATCH", path, { body, headers }),
    delete: (path: string) => call("DELETE", path),
    call,
  };
}

/** Answers are checked field by field in the tests, so their type stays open here. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever the server said
function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

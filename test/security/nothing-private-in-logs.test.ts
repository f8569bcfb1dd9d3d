import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listEndpoints } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { makeLog } from "#server/lib/log.ts";
import { makeWorld, type Name, type World } from "../support/app/app-with-people.ts";
import { listFields, listTextFields, makeWord, PERSONAL, placeOf, plantIn, SECRET } from "./marked-words.ts";

const METRICS_KEY = "a-key-for-the-monitor";
const lines: string[] = [];
let world: World;
/** What exists, by the name of the parameter it fills. */
let ids: Record<string, string>;

beforeAll(async () => {
  const log = makeLog({ logLevel: "trace" }, { write: (line) => lines.push(line) });
  world = await makeWorld({ METRICS_KEY, LOG_LEVEL: "trace" }, log);
  ids = await makeThings();
});
afterAll(async () => {
  process.stdout.write(
    `private words: ${calls} calls, ${succeeded.size} operations took a word, ${lines.length} lines of the log\n`,
  );
  await world.end();
});

let calls = 0;
const succeeded = new Set<string>();
const ENDPOINTS = listEndpoints().filter(({ path }) => path !== "/events");
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
/** Every text of every body and query. */
const TEXTS = ENDPOINTS.flatMap((endpoint) =>
  (["body", "query"] as const).flatMap((part) =>
    listTextFields(endpoint[part]).map((field) => ({ endpoint, part, field })),
  ),
);

describe("what people write, and what signs them in", { timeout: 300_000 }, () => {
  it("is looked for in every text that the API takes", () => {
    expect(TEXTS.length).toBeGreaterThan(75);
    expect(TEXTS.filter(({ field }) => field.isSecret).length).toBeGreaterThan(15);
  });

  it("goes into every field of every operation, alone and with all others, rightly and wrongly", async () => {
    for (const endpoint of ENDPOINTS) await plantEverywhere(endpoint);
    expect([...succeeded]).toEqual(expect.arrayContaining(EASY));
  });

  it("goes through every way of signing in, and of getting there", async () => {
    await signInEveryWay();
  });

  it("goes into statements that fail, and whose errors quote the row", async () => {
    await world.drain();
    await writeForLater();
    await breakTables();
    expect(await failJobs()).toBeGreaterThan(1);
    const before = lines.length;
    for (const endpoint of ENDPOINTS) {
      callers.clear();
      await send("maren", endpoint, fill(endpoint));
    }
    const codes = lines.slice(before).map((line) => JSON.parse(line).err?.code);
    expect(codes.filter((code) => code === "P0001").length).toBeGreaterThan(10);
    expect(codes.filter((code) => code === "42P01").length).toBeGreaterThan(5);
  });

  it("stands in no line of the log", () => {
    expect(lines.length).toBeGreaterThan(calls);
    expect(findWords(lines.join(""))).toEqual([]);
    const tokens = lines.filter((line) => made.some((token) => line.includes(token)));
    expect(tokens).toEqual([]);
  });

  it("stands in no metric", async () => {
    const headers = { authorization: `Bearer ${METRICS_KEY}` };
    const { statusCode, body } = await world.fastify.inject({ url: "/metrics", headers });
    expect(statusCode).toBe(200);
    expect(body).toContain("/api/tickets");
    expect(findWords(body)).toEqual([]);
  });

  it("stands in no job, but where the job is about nothing else", async () => {
    const { rows } = await world.pool.query<{ name: string; job: { data: unknown; output: unknown } }>(
      "select name, to_jsonb(j) as job from pgboss.job j",
    );
    expect(rows.length).toBeGreaterThan(10);
    const failed = rows.filter(({ job }) => JSON.stringify(job.output).includes("P0001"));
    expect(failed.length).toBeGreaterThan(1);
    const told = rows.map(({ name, job }) => (name in NAMING ? { ...job, data: null } : job));
    expect(told.filter((job) => findWords(JSON.stringify(job)).length > 0)).toEqual([]);
  });

  it("is kept beside an Idempotency-Key only as the first answer, which a repetition gets", async () => {
    const { rows } = await world.pool.query<{ row: string }>(
      "select (to_jsonb(k) - 'body')::text as row from idempotency_keys k",
    );
    expect(rows.length).toBeGreaterThan(10);
    expect(findWords(rows.map(({ row }) => row).join("\n"))).toEqual([]);
  });

  it("is in no form in the database where it signs somebody in, but as a hash", async () => {
    const tables = await world.pool.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')",
    );
    const secrets = [...formsOf(SECRET), ...made.flatMap(formsOf)];
    expect(made.length).toBeGreaterThan(5);
    let bytes = 0;
    for (const { name } of tables.rows) {
      const { rows } = await world.pool.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${name} t`,
      );
      const text = rows.map(({ row }) => row).join("\n");
      bytes += text.length;
      expect([name, secrets.filter((secret) => text.includes(secret)), findSecrets(text)]).toEqual([
        name,
        [],
        [],
      ]);
    }
    expect(bytes).toBeGreaterThan(100_000);
  });
});

/** Jobs whose data holds what somebody typed, and why. */
const NAMING: Record<string, string> = {
  "users.mail_reset": "whose the address is, is looked up after the reply, so that its time tells nothing",
};

/** Operations that need nothing but the words to succeed. */
const EASY = [
  "POST /tickets",
  "PUT /tickets/{ticket_id}",
  "POST /tickets/{ticket_id}/comments",
  "POST /users",
  "POST /users/invite",
  "PATCH /users/{user_id}",
  "POST /users/{user_id}/roles:set",
  "POST /companies",
  "PATCH /companies/{company_id}",
  "POST /groups",
  "PATCH /groups/{group_id}",
  "PATCH /settings",
  "POST /auth/forgot-password",
  "GET /tickets",
  "GET /users",
  "GET /audit",
];

/** Tokens and codes that the server made. */
const made: string[] = [];

type Request = { params: Record<string, string>; query: Record<string, string>; body: object | undefined };

async function makeThings(): Promise<Record<string, string>> {
  const maren = world.as("maren");
  const ticket = (await maren.post("/tickets", { subject: "A ticket", issue: "To be written on" })).body
    .ticket;
  const comment = (await maren.post(`/tickets/${ticket.id}/comments`, { comment: "A comment" })).body;
  const group = (await maren.post("/groups", { name: "A team" })).body;
  return {
    ticket_id: ticket.id,
    comment_id: comment.id,
    group_id: group.id,
    company_id: world.companies.kestrel,
    user_id: world.idOf("idris"),
  };
}

async function plantEverywhere(endpoint: Endpoint): Promise<void> {
  // Some operations end the session that asks for them.
  callers.clear();
  const all = fill(endpoint);
  const rightly: (Name | null)[] = endpoint.method === "DELETE" ? [] : ["maren"];
  for (const name of [...rightly, "nobody", "tomas", null] as const) await send(name, endpoint, all);
  for (const { part, field } of TEXTS.filter((text) => text.endpoint === endpoint)) {
    const alone = fill(endpoint, [field.name]);
    await send("maren", endpoint, alone);
    const { [field.name]: word } = { ...alone[part] } as Record<string, unknown>;
    // The unlike kind, the unknown field and the broken text all name what they do not take.
    await send("maren", endpoint, { ...alone, [part]: { ...alone[part], [field.name]: { a: word } } });
    await send("maren", endpoint, { ...alone, [part]: { ...alone[part], [String(word)]: word } });
  }
  await sendBroken(endpoint);
  for (const name of parametersOf(endpoint))
    await send("maren", endpoint, { ...all, params: { ...all.params, [name]: personal(endpoint, name) } });
}

const personal = (endpoint: Endpoint, name: string) => makeWord(`${nameOf(endpoint)} ${name}`, false);
const parametersOf = ({ path }: Endpoint) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");

/** The endpoint's own example, with a word in each of its texts, or in those that are named. */
function fill(endpoint: Endpoint, only?: string[]): Request {
  const part = (which: "body" | "query"): Record<string, unknown> => {
    const known: Record<string, unknown> = { ...(endpoint.example?.[which] as object | undefined) };
    for (const { name } of listFields(endpoint[which]))
      if (name in known && name in ids) known[name] = ids[name];
    for (const field of listTextFields(endpoint[which]))
      if (only?.includes(field.name) ?? !(field.name in CHOSEN)) known[field.name] = plantIn(endpoint, field);
    return known;
  };
  return {
    params: Object.fromEntries(
      parametersOf(endpoint).map((name) => [name, ids[name] ?? crypto.randomUUID()]),
    ),
    query: part("query") as Record<string, string>,
    body: endpoint.body ? part("body") : undefined,
  };
}

/** Texts that are checked against a list: with a word in them nothing else of the request would be looked at. */
const CHOSEN: Record<string, true> = {
  role_names: true,
  timezone: true,
  time_zone: true,
  locale: true,
  ticket_prefix: true,
  entity: true,
  kind: true,
  from: true,
  to: true,
  after: true,
};

async function send(name: Name | null, endpoint: Endpoint, { params, query, body }: Request): Promise<void> {
  calls += 1;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, key: string) => params[key] ?? "");
  const headers = { "idempotency-key": makeWord(`${nameOf(endpoint)} Idempotency-Key`, false) };
  const { status } = await callerFor(name).call(endpoint.method, path, {
    query,
    body,
    headers,
  });
  if (status < 300) succeeded.add(nameOf(endpoint));
}

const callers = new Map<Name | null, ReturnType<World["as"]>>();
function callerFor(name: Name | null): ReturnType<World["as"]> {
  const known = callers.get(name) ?? world.as(name);
  callers.set(name, known);
  return known;
}

/** JSON that ends in the middle of a word, and a key that is none. */
async function sendBroken(endpoint: Endpoint): Promise<void> {
  calls += 1;
  const word = personal(endpoint, "broken JSON");
  await world.fastify.inject({
    method: endpoint.method,
    url: `/api${endpoint.path.replaceAll(/\{\w+\}/g, word)}`,
    headers: {
      authorization: `Bearer ${await world.tokenOf("maren")}`,
      "idempotency-key": `${word} ${word}`,
      ...(endpoint.body ? { "content-type": "application/json" } : {}),
    },
    payload: endpoint.body ? `{"${word}":"${word}` : undefined,
  });
}

const secret = (place: string) => `${makeWord(place, true)} tundra lantern`;

/** New account, password changed, forgotten, reset, invitation: each with passwords and tokens that must not stay. */
async function signInEveryWay(): Promise<void> {
  const maren = world.as("maren");
  const [email, invited] = [`${PERSONAL}@words.test`, `${PERSONAL}.invited@words.test`];
  const first = secret("password of a new account");
  const person = { email, fullname: PERSONAL, password: first, user_type: "internal" };
  const account = await maren.post("/users", person, { "idempotency-key": "account" });
  expect(account.status).toBe(201);
  await signIn(email, first);
  const second = secret("new password");
  const changed = await world.withToken(made.at(-2) ?? "").post(`/users/${account.body.id}/change-password`, {
    current_password: first,
    new_password: second,
  });
  expect(changed.status).toBe(204);
  await world.as().post("/auth/forgot-password", { email });
  await world.drain();
  const token = await readMailedToken(email);
  const third = secret("password after a reset");
  expect((await world.as().post("/auth/reset-password", { token, password: third })).status).toBe(204);
  await signIn(email, third);
  const person2 = { email: invited, fullname: PERSONAL, user_type: "internal" };
  const { body } = await maren.post("/users/invite", person2, { "idempotency-key": "invitation" });
  const invitation = String(body.invite_link).split("/").at(-1) ?? "";
  made.push(invitation);
  const accepted = { token: invitation, fullname: PERSONAL, password: secret("password of an invited") };
  expect((await world.as().post("/auth/accept-invite", accepted)).status).toBe(204);
}

async function signIn(email: string, password: string): Promise<void> {
  const { status, body, cookies } = await world.as().post("/auth/login", { email, password });
  expect(status).toBe(200);
  made.push(body.access_token, cookies[0]?.value ?? "");
}

async function readMailedToken(email: string): Promise<string> {
  const { rows } = await world.pool.query<{ body: string }>(
    `select body_text as body from mails where "to" = $1 and body_text like '%/reset-password/%'`,
    [email],
  );
  const token = /reset-password\/([\w-]{43})/.exec(rows[0]?.body ?? "")?.[1] ?? "";
  made.push(token);
  return token;
}

/** Every row that is written fails with a sentence that quotes it, and some reads find no table. */
async function breakTables(): Promise<void> {
  await world.pool.query(`create function spill() returns trigger language plpgsql as $$ begin
    raise exception '%', new using detail = to_jsonb(new)::text, hint = to_jsonb(new)::text; end $$`);
  for (const table of [
    "tickets",
    "comments",
    "companies",
    "groups",
    "settings",
    "history",
    "mails",
    "action_links",
  ])
    await world.pool.query(
      `create trigger a_spill before insert or update on ${table} for each row execute function spill()`,
    );
  await world.pool.query(
    "create trigger a_spill before insert on users for each row execute function spill()",
  );
  await world.pool.query("alter table groups rename to groups_elsewhere");
  await world.pool.query("alter table ticket_words rename to ticket_words_elsewhere");
}

/** An assigned ticket, an answer and a forgotten password, whose mails are still to be written. */
async function writeForLater(): Promise<void> {
  const maren = world.as("maren");
  const [subject, issue, comment] = [1, 2, 3].map(() => makeWord("job that fails", false));
  const [client_id, assignee_id] = [world.idOf("jonas"), world.idOf("lena")];
  const ticket = await maren.post("/tickets", { subject, issue, client_id, assignee_id });
  const answer = await maren.post(`/tickets/${ticket.body.ticket.id}/comments`, { comment });
  const email = world.people.lena.email;
  const forgotten = await world.as().post("/auth/forgot-password", { email });
  expect([ticket.status, answer.status, forgotten.status]).toEqual([201, 201, 204]);
}

/** Runs what waits; gives how many jobs failed. */
async function failJobs(failed = 0): Promise<number> {
  try {
    await world.drain();
    return failed;
  } catch {
    return failJobs(failed + 1);
  }
}

const findWords = (text: string) => found(text, new RegExp(`(?:${PERSONAL}|${SECRET})\\w*`, "gi"));
const findSecrets = (text: string) => found(text, new RegExp(`${SECRET}\\w*`, "gi"));
const found = (text: string, pattern: RegExp) =>
  [...new Set(text.match(pattern) ?? [])].map(placeOf).slice(0, 20);

/** A secret as it is, in hexadecimal, and in base64 without the end, which depends on what follows. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    bytes.toString("hex"),
    bytes.subarray(0, bytes.length - (bytes.length % 3)).toString("base64"),
  ];
}

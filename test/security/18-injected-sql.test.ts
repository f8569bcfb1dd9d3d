/*
 * SQL that got into a request of an external user: any statement whatever, on the connection that such requests have.
 * Tables and columns come from the catalogue, so that one of tomorrow is attacked as well; whose a row is, is written
 * here a second time, and apart from the policies.
 */
import { sql } from "kysely";
import type { PoolClient } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asExternalUser } from "#server/lib/db/row-level-security.ts";
import { FOLLOW_UP_COLUMNS } from "#server/tickets/ticket-columns.ts";
import { actorOf } from "../support/app/as-external-user.ts";
import { isThroughPooler } from "../support/database/database.ts";
import { makeWorld, type Name, type World } from "../support/app/app-with-people.ts";

let world: World;
let relations: Relation[];
beforeAll(async () => {
  world = await makeWorld();
  relations = await listRelations();
  for (const [client, admin] of [
    ["tomas", "priya"],
    ["jonas", "helena"],
  ] as const)
    await fillDesk(client, admin);
});
afterAll(() => world.end());

/** Client, client admin, and a client whose company shares its tickets. */
const ATTACKERS: [string, Name, boolean][] = [
  ["a client", "tomas", false],
  ["a client admin", "priya", false],
  ["a client of a company that shares", "tomas", true],
];

type Relation = { name: string; schema: string; columns: Column[] };
type Column = { name: string; type: string; isGenerated: boolean };

const OWN_TICKET = `(t.client_id = :me or (t.company_id = :company and not t.confidential and (:admin or :sharing))
  or exists (select from participants p where p.ticket_id = t.id and p.user_id = :me))`;
const ofTicket = (column: string) => `${column} in (select t.id from tickets t where ${OWN_TICKET})`;
const OWN_PERSON = "(x.id = :me or (:admin and x.user_type = 'external' and x.company_id = :company))";
const KNOWN_PERSON = `(x.id = :me or x.user_type = 'internal' or x.company_id = :company)`;
const OWN_COMMENT = `x.visibility = 'public' and ${ofTicket("x.ticket_id")}`;
const OWN_FILE = `((x.ticket_id is null and x.uploaded_by = :me) or (${ofTicket("x.ticket_id")}
  and (x.comment_id is null or exists (select from comments c where c.id = x.comment_id and c.visibility = 'public'))))`;
const NAMES = ["id", "fullname", "name_key", "user_type", "company_id", "deleted_at"];

/** Whose rows are whose, of the row `x`; a table that is not here holds nothing for external users. */
const OWN: Record<string, string> = {
  tickets: ofTicket("x.id"),
  ticket_numbers: ofTicket("x.ticket_id"),
  ticket_words: ofTicket("x.ticket_id"),
  public_search: ofTicket("x.id"),
  ticket_search: ofTicket("x.id"),
  participants: `x.user_id = :me or ${ofTicket("x.ticket_id")}`,
  ticket_reads: "x.user_id = :me",
  ticket_counts: "x.company_id = :company",
  comments: OWN_COMMENT,
  public_comments: OWN_COMMENT,
  attachments: OWN_FILE,
  blobs: `exists (select from attachments x where x.blob_hash = blob.hash and ${OWN_FILE})`,
  users: KNOWN_PERSON,
  company_people: OWN_PERSON,
  principals: `x.kind <> 'user' or x.id in (select x.id from users x where ${KNOWN_PERSON})`,
  companies: "x.id = :company or x.is_internal",
  groups: "x.company_id = :company or x.company_id in (select id from companies where is_internal)",
  roles: "x.type = 'external'",
  role_permissions: "x.role_id in (select id from roles where type = 'external')",
  user_roles: `x.user_id in (select x.id from users x where ${OWN_PERSON})`,
  statuses: "true",
  settings: "x.key = 'ticket_prefix' and x.company_id is null",
  notification_preferences: "x.user_id = :me",
  idempotency_keys: "x.principal_id = :me",
  history: `(x.audience = 'public' and (
      (x.entity = 'ticket' and ${ofTicket("x.entity_id")})
      or (x.entity in ('comment', 'attachment') and ${ofTicket("(coalesce(x.after, x.before) ->> 'ticket_id')::uuid")})))
    or (x.entity = 'user' and :admin and x.kind = 'user.roles_changed'
      and x.entity_id in (select x.id from users x where ${OWN_PERSON}))
    or (x.principal_id = :me and x.kind in ('company.changed', 'user.notifications_changed')
      and x.entity_id in (:me, :company))`,
};
/** Columns of rows that are theirs to see, which are not theirs all the same. */
const CLOSED = (relation: string, column: string) =>
  (relation === "users" && !NAMES.includes(column)) ||
  (relation === "tickets" && FOLLOW_UP_COLUMNS.some((closed) => closed === column)) ||
  (["ticket_words", "ticket_search"].includes(relation) && column === "staff_words") ||
  (relation === "history" && ["ip", "request_id", "previous_hash", "hash"].includes(column));

/** What somebody may have on a desk, in every table that HTTP reaches. */
async function fillDesk(client: Name, admin: Name): Promise<void> {
  const word = `${client}canary`;
  for (const name of [client, admin] as const) {
    const raised = await world
      .as(name)
      .post(
        "/tickets",
        { subject: `${word} ${name}`, issue: word },
        { "idempotency-key": `${word}-${name}` },
      );
    const id: string = raised.body.ticket.id;
    await world.as(name).post(`/tickets/${id}/comments`, { comment: `${word} answer` });
    await world
      .as("idris")
      .post(`/tickets/${id}/comments`, { comment: `${word} note`, visibility: "internal" });
    await world.as("idris").put(`/tickets/${id}/follow-up`, { at: "2026-12-01T08:00:00.000Z" });
    await world.as("idris").post(`/tickets/${id}/checklist`, { text: `${word} item` });
    await world.as("idris").post(`/tickets/${id}/scheduled`, { comment: `${word} waits`, hold_seconds: 60 });
    await world.as("idris").put(`/tickets/${id}/draft`, { text: `${word} begun` });
    await world.as("idris").patch("/settings/notifications", { undo_send_seconds: 20 });
    await world.as(name).patch("/settings/notifications", { reply: false });
    await world.as(name).patch(`/users/${world.idOf(name)}`, { phone_number: "+49 30 1234" });
  }
  await world.as(admin).post("/users/invite", {
    email: `${word}@example.test`,
    fullname: `${word} invited`,
    role_names: ["Client"],
  });
  await world.as("maren").post("/groups", { name: `${word} department`, company_id: companyOf(client) });
  await upload(client, `${word}.txt`);
  await world.drain();
}

const companyOf = (name: Name) =>
  name === "tomas" || name === "priya" ? world.companies.kestrel : world.companies.aster;

async function upload(name: Name, file: string): Promise<void> {
  const body = new FormData();
  body.append("file", new Blob([`${file} bytes`], { type: "text/plain" }), file);
  const request = new Request("http://desk.test", { method: "POST", body });
  const { statusCode } = await world.fastify.inject({
    method: "POST",
    url: "/api/uploads",
    headers: {
      authorization: `Bearer ${await world.tokenOf(name)}`,
      "content-type": request.headers.get("content-type") ?? "",
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(statusCode).toBe(201);
}

async function listRelations(): Promise<Relation[]> {
  const { rows } = await world.pool.query<Relation>(`
    select c.relname as name, n.nspname as schema,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
        'isGenerated', a.attgenerated <> '' or a.attidentity = 'a') order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p', 'v', 'm') and n.nspname in ('public', 'pgboss') group by 1, 2 order by 2, 1`);
  return rows;
}

/** Where the owner looks for what a relation shows: a view that asks who asks shows the owner nothing. */
const sourceOf = (relation: Relation) =>
  tableOf(relation.name === "company_people" ? { ...relation, name: "users" } : relation);

/** The oracle's words for one attacker. */
function conditionOf(relation: Relation, name: Name, sharing: boolean): string {
  const own = relation.schema === "public" ? (OWN[relation.name] ?? "false") : "false";
  return own
    .replaceAll(":me", `'${world.idOf(name)}'::uuid`)
    .replaceAll(":company", `'${companyOf(name)}'::uuid`)
    .replaceAll(":admin", String(name === "priya"))
    .replaceAll(":sharing", String(sharing));
}

const tableOf = ({ schema, name }: Relation) => `${schema}."${name}" ${name === "blobs" ? "blob" : "x"}`;

async function valuesOf(client: { query: PoolClient["query"] }, text: string): Promise<string[]> {
  const { rows } = await client.query<{ value: string | null }>(text);
  return rows.map(({ value }) => String(value)).toSorted();
}

/** Values that somebody reads and that are not theirs, in every column, after saying `first`. */
async function readForeign(name: Name, sharing: boolean, first: string[]) {
  const found: string[] = [];
  let seen = 0;
  await attack(name, first, async (client) => {
    // In disguise only where the database says that it may be read: each refusal by itself is tried without one.
    const asked = first.length === 0 ? relations : await listReadable(client);
    for (const relation of asked)
      for (const column of relation.columns) {
        const select = `select "${column.name}"::text as value from`;
        const read = await tryOut(client, () => valuesOf(client, `${select} ${tableOf(relation)}`));
        if (read === null) continue;
        seen += read.length;
        const own =
          read.length === 0 || CLOSED(relation.name, column.name)
            ? []
            : await valuesOf(
                world.pool,
                `${select} ${sourceOf(relation)} where ${conditionOf(relation, name, sharing)}`,
              );
        const foreign = surplus(read, own);
        if (foreign.length > 0)
          found.push(
            `${relation.name}.${column.name}: ${foreign.length}, such as ${foreign[0]?.slice(0, 60)}`,
          );
      }
  });
  return { found, seen };
}

async function listReadable(client: PoolClient): Promise<Relation[]> {
  const { rows } = await client.query<{ schema: string; name: string; column: string }>(`
    select n.nspname as schema, c.relname as name, a.attname as column
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where has_schema_privilege(n.oid, 'usage') and has_column_privilege(c.oid, a.attnum, 'select')`);
  const readable = new Set(rows.map(({ schema, name, column }) => `${schema}.${name}.${column}`));
  return relations.map((relation) => ({
    ...relation,
    columns: relation.columns.filter(({ name }) =>
      readable.has(`${relation.schema}.${relation.name}.${name}`),
    ),
  }));
}

function surplus(read: string[], own: string[]): string[] {
  const left = new Map<string, number>();
  for (const value of own) left.set(value, (left.get(value) ?? 0) + 1);
  return read.filter((value) => {
    const n = left.get(value) ?? 0;
    left.set(value, n - 1);
    return n <= 0;
  });
}

/** A transaction of the attacker's request, begun with statements of their own. */
async function attack(
  name: Name,
  first: string[],
  work: (client: PoolClient) => Promise<void>,
): Promise<void> {
  const asker = await askerOf(name);
  const client = await world.logins.guests.pool.connect();
  try {
    // Behind a pooler a connection has what the attack before set on it, which would only be in the way of this one.
    await client.query("reset all");
    await client.query("begin");
    await client.query("select set_config('waypost.asker', $1, true)", [asker]);
    for (const statement of first)
      await tryOut(client, () => client.query(statement.replaceAll(":asker", asker)));
    await work(client);
    await client.query("commit");
  } finally {
    client.release(true);
  }
}

/** What a request of somebody finds as the signed name of who asks. */
async function askerOf(name: Name): Promise<string> {
  return asExternalUser(world.app, await actorOf(world, name), async (tx) => {
    const { rows } = await sql<{ said: string }>`select current_setting('waypost.asker') as said`.execute(tx);
    return rows[0]?.said ?? "";
  });
}

async function tryOut<T>(client: PoolClient, work: () => Promise<T>): Promise<T | null> {
  await client.query("savepoint attempt");
  try {
    const answer = await work();
    await client.query("release attempt");
    return answer;
  } catch {
    await client.query("rollback to attempt");
    return null;
  }
}

async function share(isShared: boolean): Promise<void> {
  await world.pool.query("update companies set sharing = $1 where id = $2", [
    isShared ? "company" : "own",
    world.companies.kestrel,
  ]);
}

/** What an attacker may say first, to be somebody else. */
const DISGUISES: [string, () => string[]][] = [
  ["reset role", () => ["reset role", "set role none"]],
  ["set role to the app's", () => ["set role waypost_app"]],
  ["set role to the owner's", () => ["set role waypost", "set role pg_read_all_data"]],
  [
    "set session authorization",
    () => ["set session authorization waypost_app", "set session authorization waypost"],
  ],
  ["row_security off", () => ["set row_security = off"]],
  [
    "another path",
    () => [
      "create temporary table companies (id uuid, sharing text)",
      "set search_path = pg_temp, pgboss, public",
    ],
  ],
  [
    "the victim's name",
    () => [
      `select set_config('waypost.asker', regexp_replace(':asker', ' .*', ' ${world.idOf("helena")} ${world.companies.aster} true'), true)`,
    ],
  ],
  [
    "the own name in the victim's company",
    () => [
      `select set_config('waypost.asker', replace(':asker', '${world.companies.kestrel}', '${world.companies.aster}'), true)`,
    ],
  ],
  [
    "an administrator of the own company",
    () => ["select set_config('waypost.asker', replace(':asker', 'false', 'true'), true)"],
  ],
  [
    "the names of before",
    () => [
      `select set_config('waypost.guest', '${world.idOf("helena")}', true), set_config('waypost.company', '${world.companies.aster}', true), set_config('waypost.is_admin', 'true', true)`,
    ],
  ],
  ["no name", () => ["select set_config('waypost.asker', '', true)"]],
];

/** Who sees the most stands for all of them where only the way is another. */
const ASKED = ATTACKERS.filter(([, name]) => !isThroughPooler() || name === "priya");

describe.each(ASKED)("injected SQL of %s", (_who, name, sharing) => {
  beforeAll(() => share(sharing));
  afterAll(() => share(false));

  it("reads no foreign value in any column of any table", async () => {
    const { found, seen } = await readForeign(name, sharing, []);
    expect(found).toEqual([]);
    expect(seen).toBeGreaterThan(200);
  });

  it.each(DISGUISES)("reads no foreign value after saying: %s", async (_said, first) => {
    expect((await readForeign(name, sharing, first())).found).toEqual([]);
  });

  it("changes, adds and deletes no foreign row in any table", async () => {
    const statements: string[] = [];
    for (const relation of relations) statements.push(...(await hostileStatements(relation, name, sharing)));
    let before = {};
    let done = 0;
    await attack(name, [], async (client) => {
      before = await digestForeign(name, sharing);
      for (const statement of statements)
        if ((await tryOut(client, () => client.query(statement))) !== null) done += 1;
    });
    expect(await digestForeign(name, sharing)).toEqual(before);
    expect(statements.length).toBeGreaterThan(500);
    // Their own rows are theirs to change: not everything was refused.
    expect(done).toBeGreaterThan(10);
  }, 120_000);
});

/** A digest of the rows of each table that are not the attacker's; notices, which others read, count as one. */
async function digestForeign(name: Name, sharing: boolean): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const relation of relations) {
    const { rows } = await world.pool.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(${relation.name === "blobs" ? "blob" : "x"}::text, '|' order by ${relation.name === "blobs" ? "blob" : "x"}::text)), '') as digest
       from ${sourceOf(relation)} where not coalesce(${conditionOf(relation, name, sharing)}, false)`,
    );
    digests[`${relation.schema}.${relation.name}`] = rows[0]?.digest ?? "";
  }
  return digests;
}

/** Updates of each column, deletions, and insertions of foreign rows: as they are, and with the attacker in them. */
async function hostileStatements(relation: Relation, name: Name, sharing: boolean): Promise<string[]> {
  const table = `${relation.schema}."${relation.name}"`;
  const person = `'${world.idOf(name)}'`;
  const updates = relation.columns.flatMap((column) => [
    `update ${table} set "${column.name}" = "${column.name}"`,
    ...changedValues(column, name).map((value) => `update ${table} set "${column.name}" = ${value}`),
  ]);
  const { rows } = await world.pool.query<{ row: Record<string, string | null> }>(
    `select (select json_object_agg(key, value) from json_each_text(row_to_json(${relation.name === "blobs" ? "blob" : "x"}))) as row
     from ${sourceOf(relation)} where not coalesce(${conditionOf(relation, name, sharing)}, false) limit 3`,
  );
  const writable = relation.columns.filter(({ isGenerated }) => !isGenerated);
  const granted = await grantedColumns(relation);
  const inserts = rows.flatMap(({ row }) =>
    [writable, granted].flatMap((columns) =>
      [new Map<string, string>(), new Map(PEOPLE_COLUMNS.map((column) => [column, person]))].map((instead) =>
        insertion(table, columns, row, instead),
      ),
    ),
  );
  return [...updates, `delete from ${table}`, `truncate ${table}`, ...inserts];
}

const PEOPLE_COLUMNS = [
  "user_id",
  "client_id",
  "author_id",
  "principal_id",
  "uploaded_by",
  "created_by",
  "written_by",
  "added_by",
];

function insertion(
  table: string,
  columns: Column[],
  row: Record<string, string | null>,
  instead: Map<string, string>,
): string {
  const values = columns.map(({ name, type }) => {
    const given = instead.get(name);
    if (given !== undefined) return given;
    // The hash of a file's bytes is 256 bits that an attacker has of own files alone.
    if (name === "blob_hash") return "(select blob_hash from public.attachments limit 1)";
    if (name === "id" && type === "uuid") return "gen_random_uuid()";
    if (name === "number" || name === "key")
      return type === "bigint" ? "nextval('ticket_numbers_seq')" : "gen_random_uuid()::text";
    const value = row[name];
    return value === null || value === undefined ? "null" : `'${value.replaceAll("'", "''")}'::${type}`;
  });
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  return `insert into ${table} (${names}) values (${values.join(", ")})`;
}

async function grantedColumns({ schema, name, columns }: Relation): Promise<Column[]> {
  const { rows } = await world.pool.query<{ name: string }>(
    `select attname::text as name from pg_attribute where attrelid = $1::regclass and attnum > 0
       and has_column_privilege('waypost_guest', attrelid, attnum, 'insert')`,
    [`${schema}."${name}"`],
  );
  return columns.filter((column) => rows.some((row) => row.name === column.name));
}

/** What would make a row another's, or another row the attacker's. */
function changedValues({ type }: Column, name: Name): string[] {
  if (type === "uuid")
    return [world.idOf(name), world.idOf("helena"), companyOf(name), world.companies.aster].map(
      (id) => `'${id}'`,
    );
  if (type === "boolean") return ["true", "false"];
  if (type === "text") return ["'administrator'", "'internal'"];
  if (type.startsWith("timestamp")) return ["now()"];
  return [];
}

import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeEmptyDatabase } from "../../test/support/database/database.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import { makePool } from "./open-database.ts";

type Made = ReturnType<typeof makePool>;
let database: Awaited<ReturnType<typeof makeEmptyDatabase>>;
const opened: Made[] = [];
beforeAll(async () => {
  database = await makeEmptyDatabase();
  await database.pool.query("create table stones (id int primary key, colour text)");
  await database.pool.query("insert into stones values (1, 'grey'), (2, 'red')");
});
afterAll(async () => {
  for (const { pool } of opened) await pool.end();
  await database.drop();
});

/** One connection, so that what it has prepared can be asked. */
function open(isPreparing?: boolean): Made {
  const made = makePool({ ...database.pool.options, max: 1 }, { isPreparing });
  opened.push(made);
  return made;
}

const colourOf = async ({ db }: Made, id: number) =>
  (await sql<{ colour: string }>`select * from stones where id = ${id}`.execute(db)).rows[0]?.colour;
const countPebbles = async ({ db }: Made) =>
  (await sql<{ n: unknown }>`select n from pebbles`.execute(db)).rows[0]?.n;
const prepared = async ({ pool }: Made) =>
  (await pool.query<{ statement: string }>("select statement from pg_prepared_statements")).rows.map(
    ({ statement }) => statement,
  );

test("a statement that comes a third time is prepared; what opens and ends a transaction never is", async () => {
  const made = open();
  for (const id of [1, 2]) expect(await colourOf(made, id)).toBe(id === 1 ? "grey" : "red");
  expect(await prepared(made)).toEqual([]);
  for (const id of [1, 2, 1]) expect(await colourOf(made, id)).toBe(id === 1 ? "grey" : "red");
  for (let turn = 0; turn < 4; turn += 1) await made.db.transaction().execute(() => Promise.resolve());
  expect(await prepared(made)).toEqual(["select * from stones where id = $1"]);
});

test.each(["insert into stones values (3, 'blue')", "update stones set colour = 'blue' where id = 1"])(
  "a transaction that is given up while it opens takes with it what it was to write: %s",
  async (text) => {
    const made = open();
    const given = made.db.transaction().execute(async (tx) => {
      sql
        .raw(text)
        .execute(tx)
        .catch(() => {});
      throw new Error("the file could not be kept");
    });
    await expect(given).rejects.toThrow("the file could not be kept");
    const { rows } = await made.pool.query("select colour from stones where colour = 'blue'");
    expect(rows).toEqual([]);
  },
);

test("what the columns of a statement are is asked once, when it is prepared", async () => {
  const made = open();
  const client = await made.pool.connect();
  const { connection } = Object(client);
  const describe = vi.spyOn(connection, "describe");
  client.release();
  for (let turn = 0; turn < 6; turn += 1) expect(await colourOf(made, 2)).toBe("red");
  // Twice without a name, and once as it gets one.
  expect(describe).toHaveBeenCalledTimes(3);
});

test("a statement that a pooler prepares anew, where its table has changed, is not read by the columns that it had", async () => {
  const made = open();
  for (let turn = 0; turn < 4; turn += 1) expect(await colourOf(made, 2)).toBe("red");
  const { rows } = await made.pool.query("select name from pg_prepared_statements");
  await made.pool.query(`deallocate "${rows[0].name}"`);
  await made.pool.query(
    `prepare "${rows[0].name}" (int) as select id, 7 as edges, colour from stones where id = $1`,
  );
  for (let turn = 0; turn < 3; turn += 1) expect(await colourOf(made, 2)).toBe("red");
});

test("it can be switched off", async () => {
  const made = open(false);
  for (let turn = 0; turn < 5; turn += 1) await colourOf(made, 1);
  expect(await prepared(made)).toEqual([]);
});

test("a table that changes under a prepared statement is not noticed, outside a transaction and inside", async () => {
  const [outside, inside] = [open(), open()];
  for (const made of [outside, inside]) for (let turn = 0; turn < 4; turn += 1) await colourOf(made, 1);
  await database.pool.query("alter table stones add column weight int");
  expect(await colourOf(outside, 2)).toBe("red");
  expect(await runTransaction(inside.db, (db) => colourOf({ ...inside, db }, 2))).toBe("red");
});

test("a connection that has lost its names, as behind a proxy, answers all the same, and names are given up", async () => {
  const made = open();
  for (let turn = 0; turn < 4; turn += 1) await colourOf(made, 1);
  await made.pool.query("deallocate all");
  expect(await colourOf(made, 2)).toBe("red");
  for (let turn = 0; turn < 4; turn += 1) await sql`select ${turn}::int`.execute(made.db);
  expect(await prepared(made)).toEqual([]);
});

test("a role's own view of the rows holds for a statement prepared under another role, and it is prepared for each", async () => {
  const made = open();
  const role = `picker_${Date.now()}`;
  await made.pool.query(`create role ${role}`);
  await made.pool.query(`grant select on stones to ${role}`);
  await made.pool.query("alter table stones enable row level security");
  await made.pool.query(`create policy red on stones to ${role} using (colour = 'red')`);
  for (let turn = 0; turn < 7; turn += 1) expect(await colourOf(made, 1)).toBe("grey");
  const seen = await made.db.transaction().execute(async (db) => {
    await sql`set local role ${sql.raw(role)}`.execute(db);
    return colourOf({ ...made, db }, 1);
  });
  expect(seen).toBeUndefined();
  expect(await colourOf(made, 1)).toBe("grey");
  expect(await prepared(made)).toEqual(Array.from({ length: 2 }, () => "select * from stones where id = $1"));
  await made.pool.query(`drop owned by ${role}; drop role ${role}`);
});

test("a transaction that does not open answers nothing, and the next one opens", async () => {
  const made = open();
  const client = await made.pool.connect();
  await client.query("begin");
  await expect(client.query("select 1 / 0")).rejects.toThrow("division by zero");
  // Handed back as it is: nothing can be opened on it before it is rolled back, which the failed transaction does.
  client.release();
  await expect(made.db.transaction().execute(async (db) => colourOf({ ...made, db }, 1))).rejects.toThrow(
    /aborted/,
  );
  await made.db.transaction().execute(async (db) => sql`insert into stones values (3, 'blue')`.execute(db));
  expect(await colourOf(made, 3)).toBe("blue");
  await database.pool.query("delete from stones where id = 3");
});

test("a transaction on a connection that is not ready yet after an error waits for it, and asks one thing at a time", async () => {
  const made = open();
  const client = await made.pool.connect();
  client.release();
  const letReady = holdReady(client);
  await expect(sql`select 1 / 0`.execute(made.db)).rejects.toThrow("division by zero");
  const answer = made.db.transaction().execute(async (db) => colourOf({ ...made, db }, 2));
  await expect.poll(() => Object(client)._queryQueue.length).toBe(1);
  letReady();
  expect(await answer).toBe("red");
});

/** Holds back that the server is ready for the next statement, as a slow line does behind an error. */
function holdReady(client: object): () => void {
  const { connection } = Object(client);
  const emit = connection.emit.bind(connection);
  const held: unknown[][] = [];
  connection.emit = (...event: unknown[]) =>
    event[0] === "readyForQuery" ? held.push(event) : emit(...event);
  return () => {
    connection.emit = emit;
    for (const event of held) emit(...event);
  };
}

test("a column of another type is read as what it is on the next connection, under the name that it had", async () => {
  await database.pool.query("create table pebbles as select '7'::text as n");
  const before = open();
  for (let turn = 0; turn < 4; turn += 1) expect(await countPebbles(before)).toBe("7");
  await database.pool.query("alter table pebbles alter n type int using n::int");
  const after = open();
  for (let turn = 0; turn < 4; turn += 1) expect(await countPebbles(after)).toBe(7);
  expect(await countPebbles(before)).toBe(7);
});

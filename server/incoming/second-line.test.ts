import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Name, type World } from "../../test/support/app/app-with-people.ts";
import { asGuest } from "../../test/support/app/as-external-user.ts";
import { deliver } from "../../test/support/incoming/incoming-mail.ts";
import { makeMailWorld } from "../../test/support/incoming/mail-world.ts";

/** Every table that came with mail, and the outbox. */
const TABLES = [
  "bounced_addresses",
  "company_domains",
  "incoming_deliveries",
  "incoming_mails",
  "mailbox_positions",
  "mailbox_secrets",
  "mailboxes",
  "mails",
  "sender_blocks",
  "user_addresses",
];
/** The columns of their own mails that external users read. */
const READ = [
  "bytes",
  "comment_id",
  "from_address",
  "from_name",
  "id",
  "kind",
  "message_id",
  "position",
  "quoted",
  "raw_hash",
  "received_at",
  "recipients",
  "state",
  "subject",
  "ticket_id",
  "user_id",
];

let world: World;
let ticket: string;
beforeAll(async () => {
  world = await makeMailWorld([]);
  const mails = [
    { from: "tomas@kestrel.test", subject: "Of Tomás" },
    { from: "priya@kestrel.test", subject: "Of Priya" },
    { from: "jonas@aster.test", subject: "Of Jonas" },
    { from: "stranger@elsewhere.test", subject: "Of a stranger" },
    // A number alone proves nothing: it is held, and its own sender does not read that.
    { from: "tomas@kestrel.test", subject: "Held [WP-1]" },
  ];
  const [first] = [await deliver(world, mails[0] ?? {})];
  ticket = first?.ticket_id ?? "";
  const { uid } = await world.db
    .selectFrom("tickets")
    .select("uid")
    .where("id", "=", ticket)
    .executeTakeFirstOrThrow();
  for (const mail of mails.slice(1))
    await deliver(world, { ...mail, subject: mail.subject.replace("WP-1", uid) });
});
afterAll(() => world.end());

/** The subjects of mails that a query without a condition shows. */
const seenBy = (name: Name) =>
  asGuest(world, name, async (tx) => {
    const rows = await tx.selectFrom("incoming_mails").select("subject").orderBy("subject").execute();
    return rows.map(({ subject }) => subject);
  });

describe("the external users' role", () => {
  it("may read these columns of mails that came in, and nothing else of mail at all", async () => {
    const { rows } = await world.pool.query<{ right: string }>(
      `select c.relname || ' ' || r.command || ' ' || a.attname as right
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       cross join unnest(array['select', 'insert', 'update', 'references']) as r(command)
       where c.relname = any($1) and c.relnamespace = 'public'::regnamespace
         and has_column_privilege('waypost_guest', c.oid, a.attnum, r.command) order by 1`,
      [TABLES],
    );
    expect(rows.map(({ right }) => right)).toEqual(READ.map((column) => `incoming_mails select ${column}`));
    const whole = await world.pool.query(
      `select relname from pg_class c cross join unnest(array['delete', 'truncate', 'trigger']) as command
       where relname = any($1) and has_table_privilege('waypost_guest', c.oid, command)`,
      [TABLES],
    );
    expect(whole.rows).toEqual([]);
  });

  it.each(TABLES.filter((table) => table !== "incoming_mails"))(
    "is refused every row of %s",
    async (table) => {
      for (const statement of [sql`select 1 from ${sql.table(table)}`, sql`delete from ${sql.table(table)}`])
        await expect(asGuest(world, "priya", (tx) => statement.execute(tx))).rejects.toThrow(
          /permission denied/,
        );
    },
  );

  it("knows every table of mail that there is", async () => {
    const { rows } = await world.pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
         and relname ~ 'mail|incoming|sender|bounce|_domains|user_addresses' order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(TABLES);
  });
});

describe("a query that forgot every condition", () => {
  it("shows outsiders the mails that they wrote and that were acted on, nobody else's", async () => {
    expect(await seenBy("tomas")).toEqual(["Of Tomás"]);
    expect(await seenBy("priya")).toEqual(["Of Priya"]);
    expect(await seenBy("jonas")).toEqual(["Of Jonas"]);
    expect(await seenBy("helena")).toEqual([]);
  });

  it("shows a mail only as long as its writer sees the ticket", async () => {
    const move = (client: Name, company: string) =>
      world.pool.query(
        "update tickets set client_id = $1, company_id = $2, confidential = true where id = $3",
        [world.idOf(client), company, ticket],
      );
    await move("jonas", world.companies.aster);
    expect(await seenBy("tomas")).toEqual([]);
    await move("tomas", world.companies.kestrel);
    expect(await seenBy("tomas")).toEqual(["Of Tomás"]);
    await world.pool.query("update tickets set confidential = false where id = $1", [ticket]);
  });

  it.each([
    ["makes a mail its own", "update incoming_mails set user_id = guest_id()"],
    [
      "writes a mail",
      "insert into incoming_mails (id, identity, bytes, received_at) values (gen_random_uuid(), '', 0, now())",
    ],
    ["deletes one", "delete from incoming_mails"],
    ["learns why one is held", "select reason, detail from incoming_mails"],
    ["learns how well somebody is known", "select proof, proof_detail from incoming_mails"],
    ["queues a mail", "select queue_job('incoming.process', '{}')"],
    ["has mail sent", "select queue_job('mail.send', '{}')"],
    ["reads the jobs of mails", "select data from pgboss.job"],
  ])("%s neither", async (_what, statement) => {
    await expect(asGuest(world, "tomas", (tx) => sql.raw(statement).execute(tx))).rejects.toThrow(
      /permission denied|external users queue no/,
    );
  });
});

const bring = (who: Name, whom: Name, by: Name = who) =>
  asGuest(world, who, async (tx) => {
    await tx
      .insertInto("participants")
      .values({
        ticket_id: ticket,
        user_id: world.idOf(whom),
        added_at: world.clock.now(),
        added_by: world.idOf(by),
      })
      .execute();
    // Nothing of it stays.
    await sql`select 1 / 0`.execute(tx);
  }).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));

describe("a colleague whom an outsider brings onto a ticket", () => {
  const DONE = /division by zero/;
  const REFUSED = /row-level security/;

  it("is of their company, and brought in their own name", async () => {
    expect(await bring("tomas", "priya")).toMatch(DONE);
    expect(await bring("tomas", "priya", "idris")).toMatch(REFUSED);
    for (const whom of ["jonas", "helena", "idris", "maren"] as const)
      expect(await bring("tomas", whom)).toMatch(REFUSED);
    expect(await bring("jonas", "helena")).toMatch(REFUSED);
    expect(await bring("jonas", "priya")).toMatch(REFUSED);
  });

  it("is nobody on a confidential ticket, or on one in the trash", async () => {
    const set = (column: string, value: unknown) =>
      world.pool.query(`update tickets set ${column} = $1 where id = $2`, [value, ticket]);
    await set("confidential", true);
    expect(await bring("tomas", "priya")).toMatch(REFUSED);
    await set("confidential", false);
    await set("deleted_at", world.clock.now());
    expect(await bring("tomas", "priya")).toMatch(REFUSED);
    await set("deleted_at", null);
    expect(await bring("tomas", "priya")).toMatch(DONE);
  });
});

import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../../test/support/app/app-with-people.ts";
import { asGuest, everythingIn } from "../../../test/support/app/as-external-user.ts";

let world: World;
let kestrel: string;
let aster: string;
beforeAll(async () => {
  world = await makeWorld();
  kestrel = await ticketOf("tomas", "kestrelcanary");
  aster = await ticketOf("jonas", "astercanary");
  for (const [id, word] of [
    [kestrel, "kestrel"],
    [aster, "aster"],
  ] as const) {
    await world.as("idris").post(`/tickets/${id}/comments`, { comment: `${word}canary public` });
    await world
      .as("idris")
      .post(`/tickets/${id}/comments`, { comment: `${word}canary secret`, visibility: "internal" });
  }
});
afterAll(() => world.end());

const ticketOf = async (name: Name, word: string): Promise<string> =>
  (await world.as(name).post("/tickets", { subject: `${word} subject`, issue: `${word} issue` })).body.ticket
    .id;

const GUARDED = [
  "tickets",
  "comments",
  "attachments",
  "history",
  "ticket_words",
  "public_comments",
  "companies",
  "company_people",
  "principals",
];

describe("a query that forgot every condition", () => {
  it.each(GUARDED)("shows outsiders nothing of another company in %s", async (table) => {
    for (const name of ["priya", "tomas"] as const)
      expect(await everythingIn(world, table, name)).not.toMatch(/astercanary|Aster/);
    for (const name of ["helena", "jonas"] as const)
      expect(await everythingIn(world, table, name)).not.toMatch(/kestrelcanary|Kestrel/);
  });

  it("shows outsiders no internal note", async () => {
    for (const name of ["priya", "tomas"] as const)
      expect(await everythingIn(world, "comments", name)).not.toContain("secret");
  });

  it("still shows what is theirs", async () => {
    expect(await everythingIn(world, "tickets", "tomas")).toContain("kestrelcanary");
    expect(await everythingIn(world, "comments", "priya")).toContain("kestrelcanary public");
    expect(await everythingIn(world, "tickets", "jonas")).toContain("astercanary");
  });

  it("shows outsiders the people of their company and staff, nobody else", async () => {
    const seen = await everythingIn(world, "users", "tomas");
    expect(seen).toContain("Priya Nair");
    expect(seen).toContain("Idris Okafor");
    expect(seen).not.toContain("Helena Marsh");
  });

  it("cannot move a ticket into or out of a company", async () => {
    const change = (values: { company_id: string } | { subject: string }, of: string) =>
      asGuest(world, "priya", async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable("tickets")
          .set(values)
          .where("id", "=", of)
          .executeTakeFirst();
        return numUpdatedRows;
      });
    await expect(change({ company_id: world.companies.aster }, kestrel)).rejects.toThrow(/permission denied/);
    expect(await change({ subject: "Mine" }, aster)).toBe(0n);
    expect(await change({ subject: "Ours" }, kestrel)).toBe(1n);
  });

  it("shows nothing to whoever is not named, or named by somebody else than the app", async () => {
    const claim = `${world.idOf("priya")} ${world.companies.kestrel} true`;
    for (const asker of ["", claim, `${"0".repeat(64)} ${claim}`]) {
      // oxlint-disable-next-line no-await-in-loop
      const seen = await world.logins.guests.db.transaction().execute(async (tx) => {
        await sql`select set_config('waypost.asker', ${asker}, true)`.execute(tx);
        return tx.selectFrom("tickets").select("id").execute();
      });
      expect(seen).toEqual([]);
    }
  });
});

describe("what staff wrote for themselves", () => {
  it("is still found by staff after a client has changed a comment of the ticket", async () => {
    const { body } = await world.as("tomas").post(`/tickets/${kestrel}/comments`, { comment: "heronword" });
    await world.as("idris").post(`/tickets/${kestrel}/comments`, {
      comment: "ospreyword heronword",
      visibility: "internal",
    });
    await world.as("tomas").put(`/tickets/${kestrel}/comments/${body.id}`, { comment: "egretword" });
    const total = async (search: string) =>
      (await world.as("idris").get("/tickets", { search })).body.meta.total;
    expect([await total("ospreyword"), await total("egretword")]).toEqual([1, 1]);
    await world.drain();
    expect(await total("heronword")).toBe(1);
    expect((await world.as("tomas").get("/tickets", { search: "heronword" })).body.meta.total).toBe(0);
  });

  it("has its words in no column that an outsider reads", async () => {
    for (const table of ["ticket_words", "public_search", "ticket_search"])
      expect(await everythingIn(world, table, "tomas").catch(String)).not.toContain("ospreyword");
  });
});

describe("staff", () => {
  it("are not slowed by it: their queries run as the owner", async () => {
    const { body } = await world.as("idris").get("/tickets");
    expect(body.meta.total).toBe(2);
  });
});

describe("the index of words, asked in an outsider's place", () => {
  /** Every kind of client, company, trust and trash, one ticket each, with the same word. */
  beforeAll(async () => {
    await world.pool.query(
      `with made as (
        insert into tickets (number, uid, subject, issue, status, priority, client_id, company_id, confidential, deleted_at, created_by, created, updated)
        select 200000 + row_number() over (), 'WP-' || 200000 + row_number() over (), 'x', 'x', 'open', 'normal', client, company,
          confidential, case when trashed then now() end, $3, now(), now()
        from unnest($1::uuid[] || null::uuid) as client, unnest($2::uuid[] || null::uuid) as company,
          unnest('{true, false}'::boolean[]) as confidential, unnest('{true, false}'::boolean[]) as trashed
        returning id, number)
      , followed as (
        insert into participants (ticket_id, user_id, added_at, added_by) select id, $4, now(), $3 from made where number % 7 = 0)
      insert into ticket_words (ticket_id, public_words, staff_words)
      select id, case when number % 5 > 0 then words else '' end, words from made, array_to_tsvector('{heronry}') as words`,
      [
        (["tomas", "priya", "jonas"] as const).map((name) => world.idOf(name)),
        [world.companies.kestrel, world.companies.aster],
        world.idOf("idris"),
        world.idOf("tomas"),
      ],
    );
  });

  it.each<Name>(["tomas", "priya", "jonas", "helena"])(
    "leads to what they may read, and to all of it: %s",
    async (name) => {
      const [led, read] = await asGuest(world, name, async (tx) => {
        const ids = async (query: string) =>
          (await sql<{ id: string }>`${sql.raw(query)} order by id`.execute(tx)).rows.map(({ id }) => id);
        return [
          await ids(
            `select t.id from guest_hits('heronry') as hit (id) join ticket_words as t (id) using (id) where t.deleted_at is null`,
          ),
          await ids(
            `select ticket_id as id from ticket_words where public_words @@ 'heronry' and deleted_at is null`,
          ),
        ];
      });
      expect(read.length).toBeGreaterThan(2);
      expect(led).toEqual(read);
      const bare = await asGuest(world, name, async (tx) =>
        sql<{ id: string }>`select id from guest_hits('heronry') as hit (id)
          where id not in (select ticket_id from ticket_words)`.execute(tx),
      );
      expect(bare.rows).toEqual([]);
    },
  );
});

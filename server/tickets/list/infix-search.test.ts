import * as fc from "../../../test/support/property-seed.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../../test/support/app/app-with-people.ts";
import { findActor } from "#server/auth/session/session.ts";
import { asExternalUser } from "#server/lib/db/row-level-security.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

type Answer = {
  items: { id: string }[];
  meta: { total: number; total_is_capped: boolean; found_inside: string[] };
};

const list = async (name: Name, query: Record<string, string>): Promise<Answer> => {
  const answer = await world.as(name).get("/tickets", { per_page: "200", ...query });
  expect(answer.status).toBe(200);
  return answer.body;
};
const raise = async (name: Name, subject: string): Promise<string> =>
  (await world.as(name).post("/tickets", { subject, issue: "x" })).body.ticket.id;

describe("letters within a word", () => {
  it("tell outsiders nothing of other companies, and nothing of notes", async () => {
    const id = await raise("jonas", "Merlinfirewall");
    await world
      .as("idris")
      .post(`/tickets/${id}/comments`, { comment: "hushsparrowhush", visibility: "internal" });
    for (const name of ["priya", "tomas"] as const)
      for (const search of ["firewall", "sparrow"])
        expect((await list(name, { search })).meta).toMatchObject({
          total: 0,
          found_inside: [],
          total_is_capped: false,
        });
    expect((await list("jonas", { search: "sparrow" })).meta).toMatchObject({ total: 0, found_inside: [] });
    expect((await list("jonas", { search: "firewall" })).meta).toMatchObject({
      total: 1,
      found_inside: ["firewall"],
    });
    expect((await list("idris", { search: "sparrow" })).meta.total).toBe(1);
  });

  it("are looked up in a table that outsiders cannot read", async () => {
    const login = { email: world.people.priya.email, password: "correct horse battery" };
    const { access_token } = (await world.as().post("/auth/login", login)).body;
    const actor = await findActor(world.app, `Bearer ${access_token}`);
    if (!actor) throw new Error("Priya is signed in");
    const reading = (query: string) =>
      asExternalUser(world.app, actor, async (tx) => void (await sql.raw(query).execute(tx)));
    await expect(reading("select * from search_parts")).rejects.toThrow(/permission denied/);
    await expect(reading("select learn_words('{invented}')")).rejects.toThrow(/permission denied/);
  });

  it("find a ticket where nothing begins with them, and only there", async () => {
    const driver = await raise("tomas", "Druckertreiber fehlt");
    const found = await list("idris", { search: "treiber" });
    expect(found.items.map(({ id }) => id)).toEqual([driver]);
    expect(found.meta).toMatchObject({ total: 1, total_is_capped: false, found_inside: ["treiber"] });
    const begun = await raise("tomas", "Treiberproblem");
    const now = await list("idris", { search: "treiber" });
    expect(now.items.map(({ id }) => id)).toEqual([begun]);
    expect(now.meta.found_inside).toEqual([]);
  });

  it("may be one of several words, of which the others find what they always do", async () => {
    const both = await raise("tomas", "Quillpenguin answers slowly");
    const other = await raise("tomas", "Quillpenguin Jasperreport");
    for (const name of ["idris", "tomas"] as const) {
      const found = await list(name, { search: "penguin slow" });
      expect(found.items.map(({ id }) => id)).toEqual([both]);
      expect(found.meta.found_inside).toEqual(["penguin"]);
      expect((await list(name, { search: "penguin nowhere" })).meta).toMatchObject({
        total: 0,
        found_inside: [],
      });
    }
    // Both begin words, of different tickets: nothing has both, and nothing is looked for inside words.
    expect((await list("idris", { search: "jasper slow" })).meta).toMatchObject({
      total: 0,
      found_inside: [],
    });
    expect((await list("idris", { search: "penguin jasper" })).items.map(({ id }) => id)).toEqual([other]);
  });

  it("must be three at least, and no number", async () => {
    await raise("tomas", "Aqxzb 9876501234 serial77441x");
    for (const search of ["qx", "765", "65012"])
      for (const name of ["idris", "tomas"] as const)
        expect((await list(name, { search })).meta.total, search).toBe(0);
    for (const search of ["qxz", "7441x"])
      for (const name of ["idris", "tomas"] as const)
        expect((await list(name, { search })).meta.total, search).toBe(1);
  });

  it("may be two where letters are syllables", async () => {
    const id = await raise("tomas", "네트워크프린터");
    for (const name of ["idris", "tomas"] as const)
      expect((await list(name, { search: "프린" })).items.map((row) => row.id)).toEqual([id]);
  });

  it("are known of comments, of changed texts and of what comes in bulk", async () => {
    const id = await raise("tomas", "Plain");
    await world.as("tomas").post(`/tickets/${id}/comments`, { comment: "Hausdachrinne" });
    await world.as("idris").put(`/tickets/${id}`, { issue: "Gartenzaunpfahl" });
    for (const search of ["dachrinne", "zaunpfahl"])
      expect(
        (await list("idris", { search })).items.map((row) => row.id),
        search,
      ).toEqual([id]);
  });

  it("follow the filters, the tabs and the pages", async () => {
    for (let n = 0; n < 7; n += 1) await raise("tomas", `Oberkranhaken ${n}`);
    const pages = await Promise.all(
      ["1", "2", "3"].map((page) => list("idris", { search: "kranhaken", per_page: "3", page })),
    );
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(7);
    for (const { meta } of pages) expect(meta).toMatchObject({ total: 7, found_inside: ["kranhaken"] });
    expect((await list("idris", { search: "kranhaken", status: "closed" })).meta.total).toBe(0);
    expect((await list("idris", { search: "kranhaken", company_id: world.companies.aster })).meta.total).toBe(
      0,
    );
    const csv = await world.as("maren").get("/tickets/export", { search: "kranhaken" });
    expect(csv.text.trim().split("\n")).toHaveLength(8);
  });
});

describe("spellings", () => {
  it("of letters without accents are all one", async () => {
    const id = await raise("tomas", "Müller Boehm Łódź Straße Sørensen");
    for (const name of ["idris", "tomas"] as const)
      for (const search of [
        ..."mueller muller müller boehm böhm lodz łódź strasse straße STRASSE".split(" "),
        ..."sorensen soerensen sørensen".split(" "),
      ]) {
        const found = await list(name, { search });
        expect(
          found.items.map((row) => row.id),
          search,
        ).toEqual([id]);
        expect(found.meta.found_inside).toEqual([]);
      }
  });

  it("find people, companies and teams as well", async () => {
    const maren = world.as("maren");
    await maren.patch(`/users/${world.idOf("tomas")}`, { fullname: "Tomás Łukasz Müller" });
    await maren.patch(`/companies/${world.companies.aster}`, { name: "Straßenbau Sørensen" });
    await maren.post("/groups", { name: "Größe ﬁne 100%" });
    const users = async (search: string) => (await maren.get("/users", { search })).body.meta.total;
    const companies = async (search: string) => (await maren.get("/companies", { search })).body.meta.total;
    const groups = async (search: string) => (await maren.get("/groups", { search })).body.meta.total;
    for (const search of ["mueller", "MÜLLER", "muller lukasz", "tomas müll"])
      expect(await users(search), search).toBe(1);
    for (const search of ["strasse", "Straßenbau", "soerensen", "sorensen"])
      expect(await companies(search), search).toBe(1);
    for (const search of ["groesse", "große", "fine", "100%"]) expect(await groups(search), search).toBe(1);
    for (const search of ["%", "_"]) expect(await users(search), search).toBe(0);
  });
});

describe("searching against the plainest way", () => {
  const Letters = fc.stringMatching(/^[abø]{3,9}$/);
  const Rows = fc.array(
    fc.record({
      open: fc.array(Letters, { minLength: 1, maxLength: 3 }),
      note: Letters,
      company: fc.constantFrom("kestrel", "aster"),
      confidential: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  );

  it("gives everybody what begins so, else what holds it, of what is theirs", async () => {
    await fc.assert(
      fc.asyncProperty(
        Rows,
        fc.array(fc.stringMatching(/^[abø]{3,4}$/), { minLength: 1, maxLength: 4 }),
        async (rows, searches) => {
          await world.pool.query("truncate ticket_words, search_parts");
          const ids = await insert(rows);
          for (const search of searches)
            for (const name of ["idris", "priya", "jonas"] as const) {
              const mine = rows.flatMap(({ open, note, company, confidential }, index) => {
                const isSeen =
                  name === "idris" || (name === "priya" && company === "kestrel" && !confidential);
                return isSeen
                  ? [{ id: ids[index], words: (name === "idris" ? [...open, note] : open).map(plain) }]
                  : [];
              });
              const by = (holds: (word: string) => boolean) =>
                mine.filter(({ words }) => words.some(holds)).map(({ id }) => id);
              const ways = [...new Set([plain(search), plain(search.replaceAll("ø", "oe"))])];
              const begun = by((word) => ways.some((way) => word.startsWith(way)));
              const held = by((word) => ways.some((way) => word.includes(way)));
              const { items, meta } = await list(name, { search });
              const expected = begun.length > 0 ? begun : held;
              expect(new Set(items.map(({ id }) => id))).toEqual(new Set(expected));
              expect(meta).toMatchObject({
                total: expected.length,
                total_is_capped: false,
                found_inside: begun.length === 0 && held.length > 0 ? [search] : [],
              });
            }
        },
      ),
      { numRuns: 40 },
    );
  }, 120_000);
});

/** Writes a word as it stands in the search index. */
const plain = (word: string) => word.replaceAll("ø", "o");

async function insert(
  rows: { open: string[]; note: string; company: "kestrel" | "aster"; confidential: boolean }[],
) {
  const { rows: made } = await world.pool.query<{ id: string }>(
    `with given as (select * from json_to_recordset($1) as x (n int, open text[], note text, company uuid, confidential boolean)),
      made as (
        insert into tickets (number, uid, subject, issue, status, priority, client_id, company_id, created_by, confidential, created, updated)
        select nextval('ticket_numbers_seq'), 'T-' || currval('ticket_numbers_seq'), n::text, 'x', 'open', 'normal', $2, company, $2, confidential, now(), now()
        from given returning id, subject::int as n),
      known as (
        insert into ticket_words (ticket_id, public_words, staff_words)
        select id, array_to_tsvector(open), array_to_tsvector(open || note) from made join given using (n))
    select id from made order by n`,
    [
      JSON.stringify(
        rows.map(({ open, note, company, confidential }, n) => ({
          n,
          open: [...new Set(open.map(plain))],
          note: plain(note),
          company: world.companies[company],
          confidential,
        })),
      ),
      world.idOf("idris"),
    ],
  );
  return made.map(({ id }) => id);
}

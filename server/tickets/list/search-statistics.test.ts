import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../../test/support/app/app-with-people.ts";
import { watchStatements } from "../../../test/support/database/watch-statements.ts";

let world: World;
/** More than are looked at to tell a word's frequency. */
const NEWEST = 2500;

beforeAll(async () => {
  world = await makeWorld();
  // The newest tickets are of one kind; "formerly" stands in all others, "seldom" in each 1000th.
  await world.pool.query(
    `with made as (
      insert into tickets (number, uid, subject, issue, status, priority, client_id, company_id, created_by, created, updated)
      select 100000 + n, 'WP-' || (100000 + n), 'x', 'x', 'open', 'normal', $1, $2, $1, now(), now() - interval '1 second' * n
      from generate_series(1, 12000) as n returning id, number - 100000 as n)
    insert into ticket_words (ticket_id, public_words, staff_words)
    select id, words, words from made, array_to_tsvector(
      array['disk', case when n > $3 then 'formerly' else 'flood' end] || case when n % 1000 = 0 then '{seldom}' else '{}' end::text[]) as words`,
    [world.idOf("tomas"), world.companies.kestrel, NEWEST],
  );
  await world.pool.query("analyze tickets, ticket_words");
  await world.app.wordFrequencies.refresh();
});
afterAll(() => world.end());

async function search(
  name: Name,
  word: string,
): Promise<{ said: string[]; numbers: number[]; meta: unknown }> {
  const said: string[] = [];
  const stop = watchStatements((text) => said.push(text));
  const { status, body } = await world.as(name).get("/tickets", { search: word, per_page: "3" });
  stop();
  expect(status).toBe(200);
  const numbers = body.items.map(({ uid }: { uid: string }) => Number(uid.slice("WP-".length)) - 100_000);
  return { said: said.filter((text) => text.includes("tsquery")), numbers, meta: body.meta };
}

/** All tickets with the word, sought by the index of words; `coalesce` keeps a condition from it. */
const BY_INDEX = /guest_hits|(?<!coalesce\()(staff|public)_words @@/;

describe.each<Name>(["idris", "priya"])(
  "what PostgreSQL knows of the words of tickets, asked by %s",
  (name) => {
    it("leads a rare word to the index by one statement, without a look at the newest", async () => {
      const { said, numbers, meta } = await search(name, "seldom");
      expect(numbers).toEqual([1000, 2000, 3000]);
      expect(meta).toMatchObject({ total: 12, total_is_capped: false });
      expect(said).toHaveLength(1);
      expect(said[0]).toMatch(BY_INDEX);
      expect(said[0]).not.toContain("newest");
    });

    it("lets the look at the newest give the page of a common word", async () => {
      const { said, numbers, meta } = await search(name, "disk");
      expect(numbers).toEqual([1, 2, 3]);
      // Of all that hold it as many are looked at as fill a page; in a company always the same number.
      expect(meta).toMatchObject({ total: name === "priya" ? 1000 : 500, total_is_capped: true });
      expect(said).toHaveLength(1);
    });

    it("walks on to a common word that the newest lack, and leaves the index alone", async () => {
      const { said, numbers, meta } = await search(name, "formerly");
      expect(numbers).toEqual([NEWEST + 1, NEWEST + 2, NEWEST + 3]);
      expect(meta).toMatchObject({ total: 4, total_is_capped: true });
      expect(said.filter((text) => BY_INDEX.test(text))).toEqual([]);
    });

    it("counts a rare word out, unless it fills the company of who asks", async () => {
      const { said, numbers, meta } = await search(name, "flood");
      expect(numbers).toEqual([1, 2, 3]);
      const isOwn = name === "priya";
      expect(meta).toMatchObject({ total: isOwn ? 1000 : NEWEST, total_is_capped: isOwn });
      expect(said.map((text) => BY_INDEX.test(text))).toEqual(isOwn ? [true, false] : [true]);
    });

    it("knows nothing of a beginning that many rare words may share, and looks", async () => {
      const { said } = await search(name, "10");
      expect(said[0]).toContain("newest");
    });
  },
);

it("nobody but the app is told the words of all companies", async () => {
  const { rows } = await world.pool.query<{ role: string }>(
    `select rolname as role from pg_roles
     where rolname like 'waypost%' and has_function_privilege(oid, 'word_frequencies()', 'execute') and not rolsuper
       and not pg_has_role(oid, (select proowner from pg_proc where proname = 'word_frequencies'), 'usage')`,
  );
  expect(rows.map(({ role }) => role)).toEqual(["waypost_app"]);
});

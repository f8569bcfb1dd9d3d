import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../../test/support/app/app-with-people.ts";

let world: World;
/** More than are looked at to tell a word's frequency, and than are sorted at once. */
const ALL = 6000;

beforeAll(async () => {
  world = await makeWorld();
  // Every ticket holds "everywhere", each 7th "seventh", each 1000th "seldom"; most are Kestrel's, some confidential.
  await world.pool.query(
    `with made as (
      insert into tickets (number, uid, subject, issue, status, priority, client_id, company_id, created_by, created, updated,
        confidential)
      select 100000 + n, 'WP-' || (100000 + n), 'Subject ' || n % 50, 'x',
        (array['open', 'pending', 'closed'])[1 + n % 3], 'normal', $1, case when n % 6 <> 0 then $2::uuid end, $1,
        now() - interval '1 minute' * n, now() - interval '1 second' * (n * 7919 % 6000), n % 11 = 0
      from generate_series(1, ${ALL}) as n returning id, number - 100000 as n),
    texts as (select id, array['everywhere'] || case when n % 7 = 0 then '{seventh}' else '{}' end::text[]
        || case when n % 1000 = 0 then '{seldom}' else '{}' end::text[] as words, n from made)
    insert into ticket_words (ticket_id, public_words, staff_words)
    select id, array_to_tsvector(words), array_to_tsvector(words || case when n % 5 = 0 then '{secretly}' else '{}' end::text[])
    from texts`,
    [world.idOf("idris"), world.companies.kestrel],
  );
  await world.pool.query("analyze tickets");
});
afterAll(() => world.end());

type Row = { id: string; updated: string; status: string };
type Answer = {
  items: Row[];
  meta: { total: number; total_is_capped: boolean; counts: Record<string, number>; next: string | null };
};

const list = async (name: Name, query: Record<string, string>): Promise<Answer> => {
  const answer = await world.as(name).get("/tickets", query);
  expect(answer.status).toBe(200);
  return answer.body;
};

/** The ids of all hits in the order of the list, asked in the plainest way. */
async function naive(where: string, order = "updated desc, id desc"): Promise<string[]> {
  const { rows } = await world.pool.query<{ id: string }>(
    `select t.id from tickets t join ticket_words w on w.ticket_id = t.id where ${where} order by ${order
      .split(", ")
      .map((part) => `t.${part}`)
      .join(", ")}`,
  );
  return rows.map(({ id }) => id);
}

/** Asks three pages and compares them with what the plainest query finds. */
async function expectPages(name: Name, query: Record<string, string>, where: string): Promise<void> {
  const expected = await naive(where);
  const first = await list(name, { ...query, per_page: "20" });
  const second = first.meta.next
    ? await list(name, { ...query, per_page: "20", after: first.meta.next })
    : null;
  const third = await list(name, { ...query, per_page: "20", page: "3" });
  const got = [first, second, third].flatMap((page) => page?.items.map(({ id }) => id) ?? []);
  expect(got).toEqual(expected.slice(0, 60));
  if (first.meta.total_is_capped) {
    expect(first.meta.total).toBeLessThanOrEqual(expected.length);
    expect(first.meta.total).toBeGreaterThanOrEqual(Math.min(21, expected.length));
  } else expect(first.meta.total).toBe(expected.length);
}

describe("searching among many tickets", () => {
  const cases: [string, Name, Record<string, string>, string][] = [
    ["a common word", "idris", { search: "everywhere" }, "true"],
    ["a common word's beginning", "idris", { search: "every" }, "true"],
    ["several words", "idris", { search: "everywhere seventh" }, "staff_words @@ 'seventh'"],
    ["a rare word", "idris", { search: "seldom" }, "staff_words @@ 'seldom'"],
    ["no word that anybody wrote", "idris", { search: "nowhere" }, "false"],
    ["a word of notes", "idris", { search: "secretly" }, "staff_words @@ 'secretly'"],
    ["a word of notes, asked by a client", "priya", { search: "secretly" }, "false"],
    ["a common word in a status", "idris", { search: "everywhere", status: "open" }, "t.status = 'open'"],
    [
      "a common word in the company of a client admin",
      "priya",
      { search: "everywhere" },
      `t.company_id is not null and not t.confidential`,
    ],
    [
      "a rare word in the company of a client admin",
      "priya",
      { search: "seldom" },
      `staff_words @@ 'seldom' and t.company_id is not null and not t.confidential`,
    ],
    ["a common word, asked by a client who sees nothing", "tomas", { search: "everywhere" }, "false"],
    ["a number", "idris", { search: "WP-100007" }, "false"],
  ];
  describe.each([["before PostgreSQL has statistics of the words"], ["once it has"]])("%s", (when) => {
    beforeAll(async () => {
      if (when !== "once it has") return;
      await world.pool.query("analyze ticket_words");
      await world.app.wordFrequencies.refresh();
    });
    it.each(cases)("gives %s in the order of the list, page after page", (_, name, query, where) =>
      expectPages(name, query, where),
    );
  });

  it("says honestly when it has not counted all", async () => {
    const common = await list("idris", { search: "everywhere" });
    expect(common.meta.total_is_capped).toBe(true);
    expect(common.meta.total).toBe(500);
    const rare = await list("idris", { search: "seldom" });
    expect(rare.meta).toMatchObject({ total: 6, total_is_capped: false });
    expect(Object.values(rare.meta.counts).reduce((sum, n) => sum + n, 0)).toBe(6);
  });

  it("keeps to another order of the list", async () => {
    const expected = await naive("staff_words @@ 'seventh'", "number asc, id asc");
    const common = await list("idris", { search: "everywhere seventh", sort: "uid", per_page: "30" });
    expect(common.items.map(({ id }) => id)).toEqual(expected.slice(0, 30));
    const all = await naive("true", "created desc, id desc");
    const sorted = await list("idris", { search: "everywhere", sort: "created", per_page: "30" });
    expect(sorted.items.map(({ id }) => id)).toEqual(all.slice(0, 30));
  });

  it("follows a ticket at once: its status, its time and the trash", async () => {
    const [id = ""] = await naive("staff_words @@ 'seldom'", "updated asc, id asc");
    await world.as("idris").put(`/tickets/${id}`, { status: "on_hold" });
    const moved = await list("idris", { search: "seldom", status: "on_hold" });
    expect(moved.items.map((row) => row.id)).toEqual([id]);
    expect((await list("idris", { search: "seldom" })).items.map((row) => row.id)).toEqual(
      await naive("staff_words @@ 'seldom'"),
    );
    await world.as("maren").delete(`/tickets/${id}`);
    expect((await list("idris", { search: "seldom" })).meta.total).toBe(5);
    const binned = await list("maren", { search: "seldom", deleted: "true" });
    expect(binned.items.map((row) => row.id)).toEqual([id]);
    await world.as("maren").post(`/tickets/${id}/restore`, {});
    expect((await list("idris", { search: "seldom" })).meta.total).toBe(6);
  });
});

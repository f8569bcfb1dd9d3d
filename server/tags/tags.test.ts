import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { jobs } from "#contract/jobs.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { emptyTrash } from "#server/trash/empty-trash.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";

const DAY = 24 * 3_600_000;
let world: World;
let ids: string[];
let id: string;
let tests = 0;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  tests += 1;
  ids = [];
  for (const n of [1, 2, 3]) {
    const raised = await world.as("tomas").post("/tickets", { subject: `Printer ${n}`, issue: "Jams." });
    ids.push(raised.body.ticket.id);
  }
  id = ids[0] ?? "";
});

/** A word of this test alone. */
const word = (name: string) => `${name}-${tests}`;
const setTags = (tags: string[], ticket = id) => world.as("idris").put(`/tickets/${ticket}/tags`, { tags });
const bulk = (body: object) => world.as("idris").patch("/tickets/tags", { ids, ...body });
const tagsOf = async (ticket = id): Promise<string[]> =>
  (await world.as("idris").get(`/tickets/${ticket}`)).body.tags;
const names = async (search: string) =>
  (await world.as("idris").get("/tags", { search })).body.items.map(({ name }: { name: string }) => name);

describe("tagging a ticket", () => {
  it("is for staff, on tickets that are there and not in the trash", async () => {
    for (const name of ["priya", "tomas", "jonas", "nobody"] as const) {
      const body = { tags: ["vpn"] };
      expect((await world.as(name).put(`/tickets/${id}/tags`, body)).status).toBe(403);
      expect((await world.as(name).patch("/tickets/tags", { ids, add_tags: ["vpn"] })).status).toBe(403);
    }
    const absent = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
    expect(refusalOf(await setTags(["vpn"], absent))).toEqual([404, "Ticket not found"]);
    await world.as("maren").delete(`/tickets/${id}`);
    expect(refusalOf(await setTags(["vpn"]))).toEqual([404, "Ticket not found"]);
    expect(refusalOf(await world.as("maren").put(`/tickets/${id}/tags`, { tags: ["vpn"] }))).toEqual([
      403,
      "This ticket is in the trash: restore it first",
    ]);
  });

  it("says what a tag is made of, how long it is and how many fit", async () => {
    const many = Array.from({ length: 21 }, (_, n) => `many-${n}`);
    const cases: [unknown, string][] = [
      [["a,b"], "A tag is made of letters, digits and dashes"],
      [["😀"], "A tag is made of letters, digits and dashes"],
      [[" "], "Name the tag"],
      [["none"], "“none” stands for tickets without a tag: choose another name"],
      [["x".repeat(41)], "A tag has at most 40 characters"],
      [many, "A ticket can have at most 20 tags"],
    ];
    for (const [tags, detail] of cases)
      expect(refusalOf(await world.as("idris").put(`/tickets/${id}/tags`, { tags }))).toEqual([422, detail]);
    expect(await tagsOf()).toEqual([]);
    expect(await names("many-")).toEqual([]);
  });

  it("keeps a tag in lower case with dashes, each once, by its name", async () => {
    const answer = await setTags([word("VPN Issue"), word("vpn_issue"), word("Büro"), "365"]);
    expect(answer.body.tags).toEqual(["365", word("büro"), word("vpn-issue")]);
    expect(await tagsOf()).toEqual(answer.body.tags);
    const [row] = (await world.as("idris").get("/tickets", { tag: word("vpn-issue") })).body.items;
    expect(row.tags).toEqual(answer.body.tags);
  });

  it("said twice changes nothing and records nothing more", async () => {
    await setTags([word("vpn")]);
    await setTags([word("VPN")]);
    await bulk({ add_tags: [word("vpn")] });
    await bulk({ add_tags: [word("vpn")] });
    const { items } = (await world.as("idris").get(`/tickets/${id}/history`)).body;
    expect(items.filter(({ kind }: { kind: string }) => kind === "ticket.tagged")).toMatchObject([
      { by: "Idris Okafor", audience: "internal", changes: [{ field: "tags", from: null, to: word("vpn") }] },
    ]);
  });

  it("two at once with the same new word make one tag", async () => {
    const answers = await Promise.all(
      ids.map((ticket, n) =>
        world.as(n === 0 ? "idris" : "lena").put(`/tickets/${ticket}/tags`, { tags: [word("fresh")] }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await world.as("idris").get("/tags", { search: word("fresh") })).body.items).toMatchObject([
      { name: word("fresh"), tickets: 3 },
    ]);
  });

  it("two people who add one each leave both", async () => {
    const [a, b] = await Promise.all([
      world.as("idris").patch("/tickets/tags", { ids, add_tags: [word("one")] }),
      world.as("lena").patch("/tickets/tags", { ids: ids.toReversed(), add_tags: [word("two")] }),
    ]);
    expect([a.status, b.status]).toEqual([200, 200]);
    for (const ticket of ids) expect(await tagsOf(ticket)).toEqual([word("one"), word("two")]);
  });

  it("takes an id in capitals for the same one, as other systems write it", async () => {
    await setTags([word("before")]);
    const answer = await setTags([word("after")], id.toUpperCase());
    expect([answer.status, await tagsOf()]).toEqual([200, [word("after")]]);
    const twice = await bulk({ ids: [id, id.toUpperCase()], add_tags: [word("more")] });
    expect([twice.body.tickets.length, twice.body.missing]).toEqual([1, []]);
  });

  it("moves neither the time of change nor the version, and makes the ticket unread for nobody", async () => {
    const before = (await world.as("lena").get(`/tickets/${id}`)).body;
    await world.as("lena").post(`/tickets/${id}/read`);
    world.pass(60_000);
    await setTags([word("vpn")]);
    await setTags([]);
    const after = (await world.as("lena").get(`/tickets/${id}`)).body;
    expect([after.updated, after.version]).toEqual([before.updated, before.version]);
    const { items } = (await world.as("lena").get("/tickets")).body;
    expect(items.find((row: { id: string }) => row.id === id).unread).toBe(false);
  });
});

describe("tagging many tickets", () => {
  it("needs tickets and something to do", async () => {
    expect(refusalOf(await bulk({}))).toEqual([422, "Choose a tag to add or to remove"]);
    expect(refusalOf(await bulk({ ids: [], add_tags: ["vpn"] }))).toEqual([
      422,
      "Choose at least one ticket",
    ]);
    expect(refusalOf(await bulk({ ids: Array(201).fill(id), add_tags: ["vpn"] }))).toEqual([
      422,
      "At most 200 tickets can be changed at once",
    ]);
  });

  it("adds and removes on all of them, and names those that are gone", async () => {
    await setTags([word("old"), word("stays")]);
    const absent = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
    const answer = await bulk({
      ids: [...ids, id, absent],
      add_tags: [word("new")],
      remove_tags: [word("old"), word("unknown")],
    });
    expect(answer.body.missing).toEqual([absent]);
    expect(answer.body.tickets).toHaveLength(3);
    expect(await tagsOf()).toEqual([word("new"), word("stays")]);
    expect(await tagsOf(ids[1])).toEqual([word("new")]);
    expect(await names(word("unknown"))).toEqual([]);
  });

  it("changes none of them when one would have too many", async () => {
    await setTags(Array.from({ length: 20 }, (_, n) => word(`full-${n}`)));
    expect(refusalOf(await bulk({ add_tags: [word("more")] }))).toEqual([
      422,
      "A ticket can have at most 20 tags",
    ]);
    expect(await tagsOf(ids[1])).toEqual([]);
    expect((await bulk({ add_tags: [word("more")], remove_tags: [word("full-0")] })).status).toBe(200);
  });

  it("is undone as one within ten minutes, by whoever did it, but for what somebody changed since", async () => {
    await setTags([word("old")]);
    const { group_id } = (await bulk({ add_tags: [word("new")], remove_tags: [word("old")] })).body;
    await world.as("lena").put(`/tickets/${ids[1]}/tags`, { tags: [] });
    expect(refusalOf(await world.as("lena").post(`/tags/undo/${group_id}`))).toEqual([
      404,
      "There is nothing to undo",
    ]);
    const undone = (await world.as("idris").post(`/tags/undo/${group_id}`)).body;
    expect(undone.kept).toEqual([ids[1]]);
    expect(await Promise.all(ids.map((ticket) => tagsOf(ticket)))).toEqual([[word("old")], [], []]);
    const late = (await bulk({ add_tags: [word("late")] })).body.group_id;
    world.pass(10 * 60_000 + 1);
    expect(refusalOf(await world.as("idris").post(`/tags/undo/${late}`))).toEqual([
      409,
      "It is too late to undo this",
    ]);
  });
});

describe("the list of tags", () => {
  it("is for staff, by name, with the number of tickets and without those in the trash", async () => {
    for (const name of ["priya", "tomas", "nobody"] as const)
      expect((await world.as(name).get("/tags")).status).toBe(403);
    await bulk({ add_tags: [word("counted-b"), word("counted-a")] });
    await world.as("maren").delete(`/tickets/${id}`);
    const found = (await world.as("idris").get("/tags", { search: "counted" })).body.items;
    expect(found).toMatchObject([
      { name: word("counted-a"), tickets: 2, aliases: [] },
      { name: word("counted-b"), tickets: 2 },
    ]);
  });

  it("takes a new one by itself, and refuses a name that is there", async () => {
    expect((await world.as("tomas").post("/tags", { name: "x" })).status).toBe(403);
    const made = await world.as("idris").post("/tags", { name: word("Lonely Tag") });
    expect([made.status, made.body.tag.name]).toEqual([201, word("lonely-tag")]);
    const taken = await world.as("lena").post("/tags", { name: word("lonely_tag") });
    expect(refusalOf(taken)).toEqual([409, "A tag with this name already exists"]);
    expect(taken.body.facts).toEqual({ id: made.body.tag.id, name: word("lonely-tag") });
  });

  it("holds two thousand at most", async () => {
    const { rows } = await world.pool.query<{ n: number }>(
      "select count(*)::int as n from tags where deleted_at is null",
    );
    await world.pool.query("insert into tags (name) select 'filler-' || n from generate_series(1, $1) as n", [
      2000 - (rows[0]?.n ?? 0),
    ]);
    const refused = [422, "At most 2,000 tags can be kept"];
    expect(refusalOf(await world.as("idris").post("/tags", { name: word("beyond") }))).toEqual(refused);
    expect(refusalOf(await setTags([word("beyond")]))).toEqual(refused);
    expect((await setTags(["filler-1"])).status).toBe(200);
    await world.pool.query("delete from tags where name = 'filler-2'");
    const people = ["maren", "rafael", "lena", "idris"] as const;
    const last = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        world.as(people[n % 4] ?? "idris").post("/tags", { name: word(`last-${n}`) }),
      ),
    );
    expect(last.filter(({ status }) => status === 201)).toHaveLength(1);
    await world.pool.query("delete from tags where name like 'filler-%'");
  });
});

describe("a tagged ticket", () => {
  it("keeps its tags in the trash, and loses them with every word when it is erased", async () => {
    await setTags([word("kept")]);
    await world.as("maren").delete(`/tickets/${id}`);
    await world.as("maren").post(`/tickets/${id}/restore`);
    expect(await tagsOf()).toEqual([word("kept")]);
    await world.as("maren").delete(`/tickets/${id}`);
    world.pass(31 * DAY);
    await emptyTrash(world.app);
    const { rows } = await world.pool.query("select 1 from ticket_tags where ticket_id = $1", [id]);
    const history = await world.pool.query("select h::text from history h where entity_id = $1", [id]);
    expect(rows).toEqual([]);
    expect(history.rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(history.rows)).not.toContain(word("kept"));
  });

  it("shows its tags in the export, among the last columns", async () => {
    await setTags([word("vpn"), word("firmware")]);
    const csv = (await world.as("idris").get("/tickets/export", { tag: word("vpn") })).text;
    const [head, row] = csv.trim().split("\r\n");
    expect(head?.split(",").at(-2)).toBe("tags");
    expect(row).toMatch(new RegExp(`,"${word("firmware")}, ${word("vpn")}",$`));
  });
});

it("a tag that was deleted half a year ago is forgotten", async () => {
  await setTags([word("old")]);
  const [tag] = (await world.as("idris").get("/tags", { search: word("old") })).body.items;
  await world.as("lena").delete(`/tags/${tag.id}`);
  const kept = () => world.pool.query("select 1 from tags where id = $1", [tag.id]);
  const prune = async () => {
    await enqueue(world.app, jobs.pruneTags, {});
    await world.drain();
  };
  world.pass(179 * DAY);
  await prune();
  expect((await kept()).rowCount).toBe(1);
  world.pass(2 * DAY);
  await prune();
  expect((await kept()).rowCount).toBe(0);
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { jobs } from "#contract/jobs.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { asGuest, everythingIn } from "../../test/support/app/as-external-user.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";

const DAY = 24 * 3_600_000;
let world: World;
let team: string;
let tests = 0;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  tests += 1;
  await world.pool.query("delete from saved_replies");
  const made = await world.as("maren").post("/groups", {
    name: `Team ${tests}`,
    member_ids: [world.idOf("lena"), world.idOf("idris")],
  });
  team = made.body.id;
});

const TEXT = [{ language: "en", body: "Hello {{client.first_name|there}}" }];
const save = (name: Name, body: object = {}) =>
  world.as(name).post("/replies", { name: "VPN", audience: "me", texts: TEXT, ...body });
const saved = async (name: Name, body: object = {}) => (await save(name, body)).body.reply;
const list = async (name: Name, query: Record<string, string> = {}) =>
  (await world.as(name).get("/replies", query)).body.items;
const names = async (name: Name, query: Record<string, string> = {}) =>
  (await list(name, query)).map((reply: { name: string }) => reply.name);

describe("saved replies", () => {
  it("are for staff alone: for others there are none, and the database shows them nothing", async () => {
    const { id } = await saved("lena", { audience: "everyone" });
    const raised = await world.as("tomas").post("/tickets", { subject: "Printer", issue: "Jams." });
    const ticket_id = raised.body.ticket.id;
    for (const name of ["priya", "tomas", "nobody"] as const) {
      const as = world.as(name);
      const answers = await Promise.all([
        as.get("/replies"),
        save(name),
        as.get(`/replies/${id}`),
        as.patch(`/replies/${id}`, { name: "x" }),
        as.delete(`/replies/${id}`),
        as.post(`/replies/${id}/restore`),
        as.post(`/replies/${id}/render`, { ticket_id }),
        as.post("/replies/render", { ticket_id, language: "en", body: "x" }),
        as.post(`/replies/${id}/preview`, { ticket_ids: [ticket_id] }),
        as.post(`/replies/${id}/apply`, { ticket_ids: [ticket_id] }),
        as.post("/macros/apply", { ticket_ids: [ticket_id], effects: { priority: "high" } }),
        as.post(`/tickets/${ticket_id}/comments`, { comment: "Hello", saved_reply_id: id }),
        as.post(`/tickets/${ticket_id}/comments`, { comment: "Hello", effects: { priority: "high" } }),
      ]);
      expect([name, answers.map(({ status }) => status)]).toEqual([name, Array(13).fill(403)]);
    }
    for (const table of ["saved_replies", "saved_reply_texts", "saved_reply_uses"])
      await expect(everythingIn(world, table, "priya")).rejects.toThrow();
    await expect(
      asGuest(world, "tomas", (db) => db.selectFrom("comments").select("saved_reply_id").execute()),
    ).rejects.toThrow(/permission denied/);
    await expect(
      asGuest(world, "tomas", (db) => db.updateTable("comments").set({ saved_reply_id: id }).execute()),
    ).rejects.toThrow(/permission denied/);
  });

  it("are refused without a name, a text or something to set, and with what nobody knows", async () => {
    const cases: [object, string][] = [
      [{ name: " " }, "Name is required"],
      [{ name: "x".repeat(81) }, "Name must be at most 80 characters"],
      [{ name: "VPN\u202Eagain" }, "Name contains an invisible character or the end of a line"],
      [{ texts: [] }, "Write a text or choose what it sets"],
      [
        { texts: [{ language: "en", body: "{{client.nickname}}" }] },
        'Unknown placeholder "{{client.nickname}}"',
      ],
      [
        { texts: [{ language: "en", body: "Hello {{client.name|{{me.name}}}}" }] },
        'Unknown placeholder "{{client.name|{{me.name}}}}"',
      ],
      [{ texts: [...TEXT, ...TEXT] }, "Write one text for each language"],
      [{ texts: [{ language: "fr", body: "Bonjour" }] }, "language must be en or de"],
      [
        { texts: [{ language: "en", body: "x".repeat(20_001) }] },
        "The text must be at most 20,000 characters",
      ],
      [{ effects: { colour: "red" } }, "Unknown field: colour"],
      [{ effects: { assignee: world.idOf("tomas") } }, "The assignee cannot be assigned tickets"],
      [{ effects: { team: world.companies.kestrel } }, ""],
      [{ effects: { follow_up: { in_days: 2, at: "25:00" } } }, "Choose a time of day, such as 09:00"],
      [
        { effects: { status: "closed", follow_up: { in_days: 2, at: "09:00" } } },
        "A closed ticket waits for nothing: choose the status or the follow-up",
      ],
      [{ audience: "team" }, "Choose a team"],
      [{ audience: "team", group_id: world.companies.kestrel }, "Choose a team that you are in"],
    ];
    for (const [body, detail] of cases) {
      const answer = await save("lena", body);
      expect([body, answer.status]).toEqual([body, 422]);
      expect(JSON.stringify(answer.body)).toContain(JSON.stringify(detail).slice(1, -1));
    }
  });

  it("are kept up to a thousand", async () => {
    await world.pool.query(
      `insert into saved_replies (name, audience, owner_id, created_at, updated_at)
       select 'Reply ' || n, 'everyone', $1, now(), now() from generate_series(1, 999) n`,
      [world.idOf("lena")],
    );
    const { id } = await saved("idris");
    expect(refusalOf(await save("idris"))).toEqual([422, "At most 1,000 saved replies can be kept"]);
    await world.as("idris").delete(`/replies/${id}`);
    expect((await save("idris")).status).toBe(201);
    expect((await world.as("idris").post(`/replies/${id}/restore`)).status).toBe(422);
    expect((await list("idris")).length).toBe(1000);
  });

  it("are shared by those who may, with teams that they are in; an agent keeps their own", async () => {
    expect((await save("idris")).status).toBe(201);
    expect((await save("idris", { audience: "everyone" })).status).toBe(403);
    expect((await save("idris", { audience: "team", group_id: team })).status).toBe(403);
    expect((await save("rafael", { audience: "team", group_id: team })).status).toBe(422);
    for (const name of ["lena", "maren"] as const)
      expect((await save(name, { audience: "team", group_id: team })).status).toBe(201);
    const mine = await saved("idris");
    expect((await world.as("idris").patch(`/replies/${mine.id}`, { audience: "everyone" })).status).toBe(403);
    const shared = await saved("lena", { audience: "everyone" });
    expect(refusalOf(await world.as("maren").patch(`/replies/${shared.id}`, { audience: "me" }))).toEqual([
      403,
      "Only whose reply it is can keep it for themselves",
    ]);
  });

  it("are seen by whom they are for; of an archived team's whoever shares replies looks after them", async () => {
    await saved("lena", { name: "Lena's" });
    const { id } = await saved("lena", { name: "Team's", audience: "team", group_id: team });
    await saved("lena", { name: "Whole desk", audience: "everyone" });
    expect(await names("lena")).toEqual(["Lena's", "Team's", "Whole desk"]);
    expect(await names("idris")).toEqual(["Team's", "Whole desk"]);
    expect(await names("rafael")).toEqual(["Whole desk"]);
    for (const [path, body] of [
      ["", undefined],
      ["/render", { ticket_id: id }],
      ["/apply", { ticket_ids: [id] }],
    ] as const) {
      const as = world.as("rafael");
      const answer = await (body ? as.post(`/replies/${id}${path}`, body) : as.get(`/replies/${id}`));
      expect(refusalOf(answer)).toEqual([404, "Saved reply not found"]);
    }
    expect((await world.as("idris").patch(`/replies/${id}`, { name: "x" })).status).toBe(403);
    await world.as("maren").delete(`/groups/${team}`);
    expect(await names("idris")).toEqual(["Whole desk"]);
    expect(await names("rafael")).toEqual(["Team's", "Whole desk"]);
    expect((await world.as("rafael").patch(`/replies/${id}`, { name: "Kept" })).status).toBe(200);
  });

  it("are changed by two at once only one after the other", async () => {
    const { id, version } = await saved("lena", { audience: "everyone" });
    const change = (name: Name, body: object) =>
      world.as(name).patch(`/replies/${id}`, { ...body, base_version: version });
    expect((await change("maren", { name: "Hers" })).status).toBe(200);
    expect((await change("lena", { name: "Mine" })).status).toBe(409);
    expect((await world.as("lena").get(`/replies/${id}`)).body.reply).toMatchObject({
      name: "Hers",
      version: version + 1,
      texts: TEXT,
    });
    const emptied = await world.as("lena").patch(`/replies/${id}`, { texts: [] });
    expect(refusalOf(emptied)).toEqual([422, "Write a text or choose what it sets"]);
  });

  it("come back from a deletion as they were, until their time is over", async () => {
    const { id } = await saved("lena", { audience: "everyone", effects: { priority: "high" } });
    expect((await world.as("lena").post(`/replies/${id}/restore`)).status).toBe(404);
    expect((await world.as("idris").delete(`/replies/${id}`)).status).toBe(403);
    expect((await world.as("lena").delete(`/replies/${id}`)).status).toBe(204);
    expect((await world.as("lena").get(`/replies/${id}`)).status).toBe(404);
    expect(await names("lena")).toEqual([]);
    expect((await world.as("idris").post(`/replies/${id}/restore`)).status).toBe(403);
    const restored = await world.as("lena").post(`/replies/${id}/restore`);
    expect(restored.body.reply).toMatchObject({ name: "VPN", texts: TEXT, effects: { priority: "high" } });
    await world.as("lena").delete(`/replies/${id}`);
    world.pass(181 * DAY);
    await enqueue({ db: world.db }, jobs.pruneReplies, {});
    await world.drain();
    expect((await world.as("lena").post(`/replies/${id}/restore`)).status).toBe(404);
  });

  it("are found by name and whole text, in any spelling, with their beginnings", async () => {
    await saved("lena", {
      name: "Firewall",
      texts: [{ language: "en", body: `${"long ".repeat(100)}Müller` }],
    });
    await saved("lena", { name: "Café", texts: [{ language: "en", body: "Short" }] });
    expect(await names("lena", { search: "mueller" })).toEqual(["Firewall"]);
    expect(await names("lena", { search: "cafe" })).toEqual(["Café"]);
    expect(await names("lena", { search: "100%" })).toEqual([]);
    const [found] = await list("lena", { search: "firewall" });
    expect(found.snippet).toHaveLength(160);
  });

  it("begin in the language of the ticket's client, else in their first", async () => {
    await world.as("jonas").patch(`/users/${world.idOf("jonas")}`, { locale: "de" });
    const raise = async (name: Name): Promise<string> =>
      (await world.as(name).post("/tickets", { subject: "Printer", issue: "Jams." })).body.ticket.id;
    await saved("lena", { texts: [...TEXT, { language: "de", body: "Guten Tag" }] });
    const snippet = async (name: Name) => (await list("lena", { ticket_id: await raise(name) }))[0].snippet;
    expect(await snippet("jonas")).toBe("Guten Tag");
    expect(await snippet("tomas")).toBe("Hello {{client.first_name|there}}");
    expect((await world.as("lena").get("/replies", { ticket_id: team })).status).toBe(404);
  });

  it("say what of them no longer fits, and are listed for that", async () => {
    const leaving = await world.as("maren").post("/users", {
      email: `sunita${tests}@waypost.test`,
      fullname: "Sunita Rao",
      password: "correct horse battery",
      role_names: ["support_specialist"],
    });
    const effects = { assignee: leaving.body.id, team, add_tags: [`gone-${tests}`], priority: "high" };
    const { id } = await saved("lena", { audience: "everyone", effects });
    await saved("lena", { name: "Fine" });
    expect(await names("lena", { stale: "true" })).toEqual([]);
    await world.as("maren").delete(`/users/${leaving.body.id}`);
    await world.as("maren").delete(`/groups/${team}`);
    const [tag] = (await world.as("lena").get("/tags", { search: `gone-${tests}` })).body.items;
    await world.as("lena").delete(`/tags/${tag.id}`);
    const [found, ...others] = await list("lena", { stale: "true" });
    expect([found.id, others]).toEqual([id, []]);
    expect(found.stale).toEqual([
      { field: "assignee", name: "Sunita Rao", words: "Sunita Rao can no longer be assigned" },
      { field: "team", name: `Team ${tests}`, words: `the team Team ${tests} takes no tickets any more` },
      { field: "add_tags", name: `gone-${tests}`, words: `there is no tag gone-${tests} any more` },
    ]);
    expect(await names("lena", { stale: "false" })).toEqual(["Fine"]);
  });

  it("are in the history of administrators where they are shared, and nowhere where they are not", async () => {
    const { id } = await saved("lena", { audience: "everyone", name: `Shared ${tests}` });
    await saved("lena", { name: `Own ${tests}` });
    await world.as("lena").patch(`/replies/${id}`, { name: `Renamed ${tests}` });
    await world.as("lena").delete(`/replies/${id}`);
    await world.as("lena").post(`/replies/${id}/restore`);
    const { rows } = await world.pool.query(
      "select kind, audience from history where entity = 'reply' and occurred_at >= $1 order by seq",
      [world.clock.now()],
    );
    expect(rows.slice(-4)).toEqual(
      ["created", "changed", "deleted", "restored"].map((verb) => ({
        kind: `reply.${verb}`,
        audience: "administrators",
      })),
    );
    const told = await world.pool.query("select 1 from history where before::text || after::text like $1", [
      `%Own ${tests}%`,
    ]);
    expect(told.rowCount).toBe(0);
  });

  it("of a deleted person go after thirty days, and at once when they are erased; shared ones stay", async () => {
    const made = await world.as("maren").post("/users", {
      email: `yuki${tests}@waypost.test`,
      fullname: "Yuki Tanabe",
      password: "correct horse battery",
      role_names: ["team_lead"],
    });
    const id: string = made.body.id;
    const insert = (audience: string) =>
      world.pool.query(
        `insert into saved_replies (name, audience, owner_id, created_at, updated_at)
         values ('Yuki''s ' || $1, $1, $2, now(), now())`,
        [audience, id],
      );
    await insert("me");
    await insert("everyone");
    await world.as("maren").delete(`/users/${id}`);
    const prune = async () => {
      await enqueue({ db: world.db }, jobs.pruneReplies, {});
      await world.drain();
      const { rows } = await world.pool.query(
        "select audience from saved_replies where owner_id = $1 order by 1",
        [id],
      );
      return rows.map(({ audience }) => audience);
    };
    expect(await prune()).toEqual(["everyone", "me"]);
    world.pass(31 * DAY);
    expect(await prune()).toEqual(["everyone"]);
    await insert("me");
    const erased = await world.as("maren").post(`/users/${id}/erasure`);
    expect(erased.body.removed).toMatchObject({ replies: 1 });
    expect(await prune()).toEqual(["everyone"]);
  });
});

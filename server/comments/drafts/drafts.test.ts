import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pruneFiles } from "#server/uploads/prune.ts";
import { makeWorld, type Name, type World } from "../../../test/support/app/app-with-people.ts";
import { asGuest } from "../../../test/support/app/as-external-user.ts";
import { uploadFile } from "../../../test/support/app/upload-file.ts";
import { publishDue } from "../scheduled/publish-due.ts";
import { pruneDrafts } from "./prune.ts";

const DAY = 24 * 3_600_000;
let world: World;
let folder: string;
let id: string;
let foreign: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waypost-drafts-"));
  world = await makeWorld({ DATA_DIR: folder });
  foreign = await raise("jonas");
});
afterAll(async () => {
  await world.end();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await world.db.deleteFrom("drafts").execute();
  id = await raise("tomas");
});

const raise = async (name: Name): Promise<string> =>
  (await world.as(name).post("/tickets", { subject: "Printer", issue: "Jams." })).body.ticket.id;
const save = (body: object, name: Name = "idris", ticket = id) => {
  world.pass(1);
  return world.as(name).put(`/tickets/${ticket}/draft`, body);
};
const read = async (name: Name = "idris") => (await world.as(name).get(`/tickets/${id}/draft`)).body.draft;
const kept = async () => Number((await world.pool.query("select from drafts")).rowCount);

describe("a draft is refused", () => {
  it("on a ticket that its writer does not see, blank, and as a note of a client", async () => {
    expect((await save({ text: "x" }, "tomas", foreign)).status).toBe(404);
    expect((await world.as("tomas").get(`/tickets/${foreign}/draft`)).status).toBe(404);
    expect((await save({ text: "  " })).status).toBe(422);
    expect((await save({ text: "x", is_internal: true }, "tomas")).status).toBe(403);
    for (const setting of [{ effects: { status: "closed" } }, { saved_reply_id: crypto.randomUUID() }])
      expect((await save({ text: "x", ...setting }, "tomas")).status).toBe(403);
    expect((await save({ text: "x" }, "nobody")).status).toBe(403);
    expect(await kept()).toBe(0);
  });

  it("to a person who has five hundred", async () => {
    await world.pool.query(
      `with n as (select nextval('ticket_numbers_seq') as number from generate_series(1, 500)),
       t as (insert into tickets (number, uid, subject, issue, status, priority, created_by, created, updated)
         select number, 'WP-' || number, 'x', 'x', 'open', 'normal', $1::uuid, now(), now() from n returning id)
       insert into drafts (user_id, ticket_id, text, is_internal, version, updated_at) select $1::uuid, id, 'x', false, 1, now() from t`,
      [world.idOf("idris")],
    );
    const one = await save({ text: "One too many" });
    expect([one.status, one.body.detail]).toEqual([409, "At most 500 drafts can be kept"]);
    expect((await save({ text: "Mine" }, "lena")).status).toBe(200);
    expect((await world.as("idris").get("/drafts")).body.drafts).toHaveLength(500);
  });
});

describe("a draft", () => {
  it("is its writer's own, on each ticket one: nobody else reads it, whatever they may", async () => {
    const mention = { user_id: world.idOf("lena"), name: "Lena Fischer", is_staff: true };
    await save({ text: "Thank you, @Lena Fischer", is_internal: true, mentions: [mention] });
    expect(await read()).toMatchObject({
      text: "Thank you, @Lena Fischer",
      is_internal: true,
      mentions: [mention],
    });
    for (const name of ["maren", "lena", "tomas"] as const) {
      expect(await read(name)).toBeNull();
      expect((await world.as(name).get("/drafts")).body.drafts).toEqual([]);
    }
    const { body } = await world.as("maren").get("/audit");
    expect(JSON.stringify(body)).not.toContain("Thank you");
  });

  it("keeps for the staff the saved reply in it and what that sets, and tells clients of no such thing", async () => {
    const saved_reply_id = crypto.randomUUID();
    const effects = {
      status: "pending",
      follow_up: { in_days: 2, at: "09:00", hold: true, firm: false },
      add_tags: ["vpn"],
    };
    await save({ text: "Please restart it.", saved_reply_id, effects });
    expect(await read()).toMatchObject({ saved_reply_id, effects });
    await save({ text: "Please restart it." });
    expect(await read()).toMatchObject({ saved_reply_id: null, effects: null });
    expect((await save({ text: "x", effects: { color: "red" } })).status).toBe(422);
    await save({ text: "Thank you" }, "tomas");
    expect(Object.keys(await read("tomas"))).not.toContain("effects");
  });

  it("marks its ticket in lists and on its page for its writer alone; clients have no such mark", async () => {
    await save({ text: "Thank you" });
    const marks = async (name: Name) => {
      const { items } = (await world.as(name).get("/tickets", { per_page: "1000" })).body;
      const row = items.find((each: { id: string }) => each.id === id);
      return [row.has_draft, (await world.as(name).get(`/tickets/${id}`)).body.has_draft];
    };
    expect(await marks("idris")).toEqual([true, true]);
    expect(await marks("lena")).toEqual([false, false]);
    await save({ text: "Thank you" }, "tomas");
    expect(await marks("tomas")).toEqual([undefined, undefined]);
    expect((await world.as("tomas").get("/drafts")).body.drafts).toMatchObject([{ ticket_id: id }]);
  });

  it("is not overwritten by words that do not know it: 409 with what was written elsewhere", async () => {
    const first = (await save({ text: "One", base_version: 0 })).body;
    const second = (await save({ text: "One, two", base_version: first.version })).body;
    const stale = await save({ text: "One and a half", base_version: first.version });
    expect([stale.status, stale.body.draft]).toMatchObject([
      409,
      { text: "One, two", version: second.version },
    ]);
    expect(stale.body.detail).toBe("This draft was also written on another device");
    expect(
      (
        await world
          .as("idris")
          .call("DELETE", `/tickets/${id}/draft`, { query: { base_version: `${first.version}` } })
      ).status,
    ).toBe(409);
    expect((await read()).text).toBe("One, two");
    const kept = await save({ text: "One and a half", base_version: stale.body.draft.version });
    expect(kept.status).toBe(200);
  });

  it("that was begun anew is another one for who knew the one before", async () => {
    const first = (await save({ text: "One", base_version: 0 })).body;
    await world.as("idris").delete(`/tickets/${id}/draft`);
    await save({ text: "Something else", base_version: 0 });
    expect((await save({ text: "One, and more", base_version: first.version })).status).toBe(409);
    await world.as("idris").delete(`/tickets/${id}/draft`);
    expect((await save({ text: "One, and more", base_version: first.version })).status).toBe(200);
  });

  it("goes with the comment that says it, whether at once, held, or sent by somebody outside; other words stay", async () => {
    await save({ text: "Thank you " });
    await world.as("idris").post(`/tickets/${id}/comments`, { comment: "Something else" });
    expect(await kept()).toBe(1);
    await world.as("idris").post(`/tickets/${id}/comments`, { comment: "Thank you very much" });
    expect(await kept()).toBe(0);
    await save({ text: "It is on" }, "tomas");
    await world.as("tomas").post(`/tickets/${id}/comments`, { comment: "It is on the table" });
    expect(await kept()).toBe(0);
    await save({ text: "Try it" });
    await world.as("idris").post(`/tickets/${id}/scheduled`, { comment: "Try it now", hold_seconds: 10 });
    expect(await kept()).toBe(0);
  });

  it("that was begun after an answer was sent outlives its going out, though it begins with the same words", async () => {
    await world
      .as("idris")
      .post(`/tickets/${id}/scheduled`, { comment: "Hello Tomás, try it", hold_seconds: 10 });
    world.pass(5000);
    await save({ text: "Hello Tomás," });
    world.pass(6000);
    await publishDue(world.app);
    const { comments } = (await world.as("tomas").get(`/tickets/${id}/comments`)).body;
    expect([comments.at(-1).comment, await kept()]).toEqual(["Hello Tomás, try it", 1]);
  });

  it("keeps its files from the sweep of the night, and shows those that are still there", async () => {
    const file = (
      await uploadFile(world, {
        who: "idris",
        path: "/uploads",
        bytes: Buffer.from("words"),
        name: "words.txt",
      })
    ).body.id;
    await save({ text: "Attached", attachment_ids: [file, crypto.randomUUID()] });
    world.pass(2 * DAY);
    await pruneFiles(world.app);
    expect((await read()).attachments).toMatchObject([{ id: file, name: "words.txt" }]);
    await save({ text: "Mine?", attachment_ids: [file] }, "lena");
    expect((await read("lena")).attachments).toEqual([]);
    await world.as("idris").delete(`/tickets/${id}/draft`);
    await world.as("lena").delete(`/tickets/${id}/draft`);
    await pruneFiles(world.app);
    expect((await world.as("idris").get(`/attachments/${file}`)).status).toBe(404);
  });

  it("is forgotten 90 days after its last word", async () => {
    await save({ text: "Long ago" });
    world.pass(89 * DAY);
    await save({ text: "Lately" }, "lena");
    world.pass(2 * DAY);
    await pruneDrafts(world.app);
    expect([await read(), (await read("lena"))?.text]).toEqual([null, "Lately"]);
  });

  it("is not shown for a ticket that its writer no longer sees", async () => {
    await save({ text: "Mine" }, "tomas");
    await world
      .as("maren")
      .put(`/tickets/${id}`, { client_id: world.idOf("jonas"), company_id: world.companies.aster });
    expect((await world.as("tomas").get(`/tickets/${id}/draft`)).status).toBe(404);
    expect((await world.as("tomas").get("/drafts")).body.drafts).toEqual([]);
  });
});

const attack = (statement: string, name: Name = "tomas") =>
  asGuest(world, name, async (tx) => sql.raw(statement).execute(tx));

describe("an outsider who speaks SQL", () => {
  it("reads and writes no draft but their own, on a ticket that they see, and never a note", async () => {
    await save({ text: "Between us" });
    expect((await attack("select * from drafts")).rows).toEqual([]);
    expect((await attack("update drafts set text = 'x'")).numAffectedRows).toBe(0n);
    expect((await attack("delete from drafts")).numAffectedRows).toBe(0n);
    const insert = (ticket: string, who: string, note = false) =>
      attack(`insert into drafts (user_id, ticket_id, text, is_internal, version, updated_at)
        values ('${who}', '${ticket}', 'x', ${note}, 1, now())`);
    const tomas = world.idOf("tomas");
    await expect(insert(id, world.idOf("idris"))).rejects.toThrow(/row-level security/);
    await expect(insert(foreign, tomas)).rejects.toThrow(/row-level security/);
    await expect(insert(id, tomas, true)).rejects.toThrow(/row-level security/);
    await insert(id, tomas);
    expect((await attack("select * from drafts")).rows).toHaveLength(1);
    expect((await attack("select * from drafts", "priya")).rows).toEqual([]);
  });

  it.each(["scheduled_comments", "sending_preferences"])("reaches nothing of %s", async (table) => {
    for (const statement of [`select * from ${table}`, `delete from ${table}`])
      await expect(attack(statement)).rejects.toThrow(/permission denied/);
  });

  it.each([
    "select stop_scheduled(gen_random_uuid(), 'answered', null, now())",
    "select stop_answers_of_backup(now())",
    "select inbox_tell_unsent(gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now())",
  ])("cannot %s", async (statement) => {
    await expect(attack(statement)).rejects.toThrow(/permission denied/);
  });
});

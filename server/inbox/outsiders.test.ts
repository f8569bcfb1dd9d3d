import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { asGuest } from "../../test/support/app/as-external-user.ts";

let world: World;
let own: string;
let other: string;
let comment: string;
beforeAll(async () => {
  world = await makeWorld();
  own = await raise("tomas");
  other = await raise("jonas");
  const said = await world.as("idris").post(`/tickets/${own}/comments`, { comment: "An answer" });
  comment = said.body.id;
});
afterAll(() => world.end());

const raise = async (name: Name): Promise<string> =>
  (await world.as(name).post("/tickets", { subject: "x", issue: "y" })).body.ticket.id;
const rows = async () => Number((await world.pool.query("select from inbox_items")).rowCount);

/** SQL in the external users' role, with no condition of ours in the way. */
const attack = (statement: ReturnType<typeof sql>, name: Name = "tomas") =>
  asGuest(world, name, async (tx) => statement.execute(tx));
const tellAs = (
  ticket: string,
  person: string,
  { why = "mentioned", by = world.idOf("tomas") }: { why?: string; by?: string } = {},
) =>
  sql`select inbox_tell(${ticket}::uuid, ${[person]}::uuid[], ${why}, false, null, ${by}::uuid,
    gen_random_uuid(), now())`;

describe("an outsider who speaks SQL", () => {
  it.each(["select * from inbox_items", "delete from inbox_items", "update inbox_items set news = 9"])(
    "cannot %s",
    async (statement) => {
      await expect(attack(sql.raw(statement))).rejects.toThrow(/permission denied/);
    },
  );

  it("tells nobody of a ticket that they do not see, in somebody's name, or for another reason", async () => {
    const idris = world.idOf("idris");
    await expect(attack(tellAs(other, idris))).rejects.toThrow(/tell nobody/);
    await expect(attack(tellAs(own, idris, { by: idris }))).rejects.toThrow(/tell nobody/);
    await expect(attack(tellAs(own, idris, { why: "due" }))).rejects.toThrow(/tell nobody/);
    expect(await rows()).toBe(0);
  });

  it("tells of their mention only the staff whom they know on the ticket", async () => {
    await attack(tellAs(own, world.idOf("rafael")));
    await attack(tellAs(own, world.idOf("priya")));
    expect(await rows()).toBe(0);
    await attack(tellAs(own, world.idOf("idris")));
    expect(await rows()).toBe(1);
  });

  it("takes back nobody else's news, and reads or writes no mention of a comment that is not theirs to read or write", async () => {
    await expect(attack(sql`select inbox_take_back(${comment}::uuid)`)).rejects.toThrow(/own words alone/);
    await expect(
      attack(sql`insert into comment_mentions values (${comment}::uuid, ${world.idOf("idris")}::uuid, 'x')`),
    ).rejects.toThrow(/row-level security/);
    const note = await world.as("lena").post(`/tickets/${own}/comments`, {
      comment: `@${world.people.rafael.fullname}`,
      visibility: "internal",
      mentions: [world.idOf("rafael")],
    });
    expect(note.status).toBe(201);
    const seen = await attack(sql`select * from comment_mentions`);
    expect(seen.rows).toEqual([]);
    await attack(sql`delete from comment_mentions`);
    expect((await world.pool.query("select from comment_mentions")).rowCount).toBe(1);
  });
});

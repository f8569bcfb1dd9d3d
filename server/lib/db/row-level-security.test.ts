import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../../test/support/world.ts";
import { findActor } from "#server/auth/session.ts";
import { asExternalUser } from "./row-level-security.ts";

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

/** Everything that a table shows to somebody, with no condition of ours in the way. */
async function everythingIn(table: string, name: Name): Promise<string> {
  const token = (
    await world
      .as()
      .post("/auth/login", { email: world.people[name].email, password: "correct horse battery" })
  ).body.access_token;
  const actor = await findActor(world.app, `Bearer ${token}`);
  return world.db.transaction().execute(async (tx) => {
    if (actor) await asExternalUser(tx, actor);
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(tx);
    return JSON.stringify(rows);
  });
}

const GUARDED = [
  "tickets",
  "comments",
  "comment_versions",
  "attachments",
  "history",
  "ticket_words",
  "public_comments",
];

describe("a query that forgot every condition", () => {
  it.each(GUARDED)("shows outsiders nothing of another company in %s", async (table) => {
    for (const name of ["priya", "tomas"] as const)
      expect(await everythingIn(table, name)).not.toMatch(/astercanary|Aster/);
    for (const name of ["helena", "jonas"] as const)
      expect(await everythingIn(table, name)).not.toMatch(/kestrelcanary|Kestrel/);
  });

  it("shows outsiders no internal note", async () => {
    for (const name of ["priya", "tomas"] as const)
      expect(await everythingIn("comments", name)).not.toContain("secret");
  });

  it("still shows what is theirs", async () => {
    expect(await everythingIn("tickets", "tomas")).toContain("kestrelcanary");
    expect(await everythingIn("comments", "priya")).toContain("kestrelcanary public");
    expect(await everythingIn("tickets", "jonas")).toContain("astercanary");
  });

  it("shows outsiders the people of their company and staff, nobody else", async () => {
    const seen = await everythingIn("users", "tomas");
    expect(seen).toContain("Priya Nair");
    expect(seen).toContain("Idris Okafor");
    expect(seen).not.toContain("Helena Marsh");
  });

  it("cannot move a ticket into or out of a company", async () => {
    const move = async (to: string, of: string) => {
      const token = (
        await world
          .as()
          .post("/auth/login", { email: world.people.priya.email, password: "correct horse battery" })
      ).body.access_token;
      const actor = await findActor(world.app, `Bearer ${token}`);
      return world.db.transaction().execute(async (tx) => {
        if (actor) await asExternalUser(tx, actor);
        return (
          await tx.updateTable("tickets").set({ company_id: to }).where("id", "=", of).executeTakeFirst()
        ).numUpdatedRows;
      });
    };
    await expect(move(world.companies.aster, kestrel)).rejects.toThrow(/row-level security/);
    expect(await move(world.companies.kestrel, aster)).toBe(0n);
  });
});

describe("staff", () => {
  it("are not slowed by it: their queries run as the owner", async () => {
    const { body } = await world.as("idris").get("/tickets");
    expect(body.meta.total).toBe(2);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, PASSWORD, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  const maren = world.as("maren");
  const tomas = `/users/${world.idOf("tomas")}`;
  await maren.patch(tomas, { city: "=HYPERLINK(1)" });
  world.pass(60_000);
  await maren.post(`${tomas}/roles:set`, { role_names: ["client_admin"], reason: "Covers the summer" });
  world.pass(60_000);
  await world.as("priya").post(`${tomas}/roles:set`, { role_names: ["Client"] });
  await world.as().post("/auth/login", { email: "idris@waypost.test", password: PASSWORD });
});
afterAll(() => world.end());

type Entry = { seq: number; kind: string; actor_name: string; at: string };
const list = async (query: Record<string, string> = {}) =>
  (await world.as("maren").get("/audit", query)).body;
const kinds = async (query: Record<string, string>) =>
  (await list(query)).items.map(({ kind }: Entry) => kind);

describe("the audit log", () => {
  it("is for administrators", async () => {
    for (const name of ["rafael", "lena", "idris", "priya", "tomas", "nobody"] as const) {
      expect((await world.as(name).get("/audit")).status).toBe(403);
      expect((await world.as(name).get("/audit/export")).status).toBe(403);
    }
    expect((await world.as().get("/audit")).status).toBe(401);
  });

  it("says who did what to whom, when, from where, and what it was before", async () => {
    const [entry] = (await list({ kind: "user.roles_changed", actor_id: world.idOf("maren") })).items;
    expect(entry).toMatchObject({
      actor_name: "Maren Solberg",
      actor_email: "maren@waypost.test",
      ip_address: "127.0.0.1",
      via: "web",
      entity: "user",
      entity_label: "Tomás Aguilar",
      before: { roles: ["Client"] },
      after: { roles: ["client_admin"] },
      reason: "Covers the summer",
      at: "2026-11-20T10:01:00.000Z",
    });
  });

  it("names whoever signed in as the actor", async () => {
    const [entry] = (await list({ kind: "user.signed_in" })).items;
    expect(entry.actor_name).toBe("Idris Okafor");
  });

  it("is filtered by person, thing, kind, time and words", async () => {
    expect(await kinds({ actor_id: world.idOf("priya") })).toEqual(["user.roles_changed"]);
    expect(await kinds({ entity: "user", entity_id: world.idOf("tomas") })).toHaveLength(3);
    expect(await kinds({ from: "2026-11-20T10:00:30.000Z", to: "2026-11-20T10:01:30.000Z" })).toEqual([
      "user.roles_changed",
    ]);
    expect(await kinds({ search: "covers the" })).toEqual(["user.roles_changed"]);
    expect(await kinds({ search: "%" })).toEqual([]);
    const wrong = await world.as("maren").get("/audit", { from: "yesterday" });
    expect(wrong.status).toBe(422);
  });

  it("is searched by what was written down: words as they begin, without accents, in any order", async () => {
    for (const search of ["covers", "SUMMER cov", "client admin", "client_admin", "hyperlink"])
      expect((await kinds({ search })).length, search).toBeGreaterThan(0);
    expect(await kinds({ search: "overs" })).toEqual([]);
    expect(await kinds({ search: "signed in" })).toEqual(["user.signed_in"]);
    expect(await kinds({ search: "covers", actor_id: world.idOf("priya") })).toEqual([]);
  });

  it("is searched by the name of who did it, and of what it is about", async () => {
    expect(await kinds({ search: "Tomas Aguilar" })).toHaveLength(3);
    expect(await kinds({ search: "tomas@kestrel" })).toHaveLength(3);
    expect(await kinds({ search: "Priya" })).toEqual(["user.roles_changed"]);
    expect(
      (await world.as("maren").get("/audit/export", { search: "Priya" })).text.trim().split("\r\n"),
    ).toHaveLength(2);
  });

  it("is read on from a place, newest first, with true totals", async () => {
    const first = await list({ per_page: "2" });
    expect(first.meta).toMatchObject({ total: 4, limit: 2, pages: 2 });
    const second = await list({ per_page: "2", after: String(first.meta.next) });
    const seqs = [...first.items, ...second.items].map(({ seq }: Entry) => seq);
    expect(seqs).toEqual(seqs.toSorted((a, b) => b - a));
    expect(new Set(seqs).size).toBe(4);
  });

  it("is downloaded as CSV in which nothing is a formula", async () => {
    const answer = await world.as("maren").get("/audit/export", { entity: "user" });
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="audit-2026-11-20.csv"');
    const lines = answer.text.trim().split("\r\n");
    expect(lines).toHaveLength(5);
    expect(lines[0]).toContain("at,actor,actor_email");
    expect(answer.text).not.toMatch(/(^|,)"?[=+@-]/m);
  });

  it("says in the last line of a download that the rest is missing when it breaks off", async () => {
    await world.pool.query("alter table principals rename to principals_away");
    const answer = await world.as("maren").get("/audit/export", { entity: "user" });
    await world.pool.query("alter table principals_away rename to principals");
    expect(answer.status).toBe(200);
    expect(answer.text.trim().split("\r\n")).toEqual([
      expect.stringContaining("at,actor,actor_email"),
      "server.export_broke_off,The export broke off and is incomplete. Please try again.",
    ]);
  });

  it("holds no secret", async () => {
    await world.as("maren").post("/users", {
      email: "secret@waypost.test",
      fullname: "Sia Secret",
      password: "a longer pass phrase",
      sendInvite: true,
    });
    const { rows } = await world.pool.query("select h::text from history h");
    expect(JSON.stringify(rows)).not.toMatch(/a longer pass phrase|argon2id|accept-invite/);
  });

  it("cannot be changed, shortened or emptied, not even by the database's owner", async () => {
    for (const statement of [
      "update history set reason = 'x'",
      "delete from history",
      "truncate history",
      "delete from history where false",
    ])
      await expect(world.pool.query(statement)).rejects.toThrow("cannot be changed");
  });
});

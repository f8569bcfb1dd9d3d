import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { verifyAddress } from "./addresses.ts";
import { insertMailbox } from "../../test/support/incoming/insert-incoming.ts";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
afterEach(() => world.pool.query("delete from user_addresses"));

const maren = () => world.as("maren");
const pathOf = (name: Name) => `/users/${world.idOf(name)}/addresses`;
const person = (email: string) => ({ email, fullname: "A Newcomer", password: "a long pass phrase" });
const add = (name: Name, address: unknown) => maren().post(pathOf(name), { address });

describe("further addresses of a person", () => {
  it("are for administrators, of staff and of clients", async () => {
    for (const name of ["rafael", "lena", "idris", "priya", "tomas", "nobody"] as const) {
      expect((await world.as(name).get(pathOf("tomas"))).status).toBe(403);
      expect((await world.as(name).post(pathOf("tomas"), { address: "a@home.test" })).status).toBe(403);
      expect((await world.as(name).delete(`${pathOf("tomas")}/a@home.test`)).status).toBe(403);
    }
    expect((await add("tomas", "tomas@home.test")).status).toBe(201);
    expect((await add("idris", "idris@home.test")).status).toBe(201);
  });

  it("are stored as addresses are compared, and listed with who added them", async () => {
    const added = await add("tomas", " Tomas@Home.TEST ");
    expect(added.body).toEqual({
      address: "tomas@home.test",
      added_at: world.clock.now().toISOString(),
      added_by_fullname: "Maren Solberg",
      verified_at: null,
    });
    expect((await maren().get(pathOf("tomas"))).body.items).toEqual([added.body]);
    await verifyAddress(world.db, "Tomas@home.test", world.clock.now());
    expect((await maren().get(pathOf("tomas"))).body.items[0].verified_at).toBe(
      world.clock.now().toISOString(),
    );
  });

  it("are nobody else's: no account's, no other person's, not the desk's, and not their own once more", async () => {
    await insertMailbox(world, "help@desk.test");
    await add("jonas", "shared@home.test");
    for (const [address, words] of [
      ["Priya@kestrel.test", "priya@kestrel.test belongs to somebody already"],
      ["tomas@kestrel.test", "tomas@kestrel.test belongs to somebody already"],
      ["shared@home.test", "shared@home.test belongs to somebody already"],
      ["help+7@desk.test", "This desk writes from this address"],
    ]) {
      const answer = await add("tomas", address);
      expect([answer.status, answer.body.detail]).toEqual([409, words]);
    }
    expect((await add("tomas", "no address")).body.detail).toBe("Invalid email address");
    expect((await add("tomas", " ")).body.detail).toBe("Email is required");
  });

  it("keep an address from becoming somebody's account, also at the same time", async () => {
    await add("tomas", "kept@home.test");
    expect((await maren().post("/users", person("Kept@home.test"))).status).toBe(409);
    const both = await Promise.all([
      add("tomas", "both@home.test"),
      maren().post("/users", person("both@home.test")),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  it("keep apart from the accounts of thousands who are made in one transaction, as by an import", async () => {
    expect((await add("tomas", "person24999@crowd.test")).status).toBe(201);
    const making = world.pool.query(
      `with wanted as materialized (select n, gen_random_uuid() as id from generate_series(1, 25000) as n), made as (
        insert into principals (id, kind, name) select id, 'user', 'Crowd' from wanted)
      insert into users (id, email, fullname, user_type, company_id)
      select id, 'person' || n || '@crowd.test', 'Crowd', 'external', $1 from wanted`,
      [world.companies.aster],
    );
    await expect(making).rejects.toThrow("address is taken");
  });

  it("are ten at most", async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => add("tomas", `tomas${n}@home.test`)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.find(({ status }) => status === 409)?.body.detail).toBe(
      "A person can have at most 10 further addresses",
    );
  });

  it("go when they are removed, with both in the history", async () => {
    await add("tomas", "tomas@home.test");
    expect((await maren().delete(`${pathOf("tomas")}/Tomas@home.test`)).status).toBe(204);
    expect((await maren().get(pathOf("tomas"))).body.items).toEqual([]);
    const again = await maren().delete(`${pathOf("tomas")}/tomas@home.test`);
    expect([again.status, again.body.detail]).toEqual([404, "Address not found"]);
    const { body } = await maren().get("/audit", { entity: "user", entity_id: world.idOf("tomas") });
    expect(body.items.slice(0, 2)).toMatchObject([
      { kind: "user.address_removed", before: { address: "tomas@home.test" } },
      { kind: "user.address_added", after: { address: "tomas@home.test" } },
    ]);
  });

  it("of a deleted person are listed, and do not change", async () => {
    await add("jonas", "jonas@home.test");
    await maren().delete(`/users/${world.idOf("jonas")}`);
    expect((await maren().get(pathOf("jonas"))).body.items).toHaveLength(1);
    expect((await add("jonas", "jonas@new.test")).status).toBe(409);
    expect((await maren().delete(`${pathOf("jonas")}/jonas@home.test`)).status).toBe(409);
    await maren().post(`/users/${world.idOf("jonas")}/restore`);
  });
});

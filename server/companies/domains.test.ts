import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findDomain, verifyDomain } from "./domains.ts";
import { insertMailbox } from "../../test/support/incoming/insert-incoming.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
afterEach(() => world.pool.query("delete from company_domains"));

const maren = () => world.as("maren");
const pathOf = (company: "kestrel" | "aster" | "internal") =>
  `/companies/${world.companies[company]}/domains`;
const add = (domain: unknown, company: "kestrel" | "aster" | "internal" = "kestrel") =>
  maren().post(pathOf(company), { domain });

describe("mail domains of a company", () => {
  it("are for administrators", async () => {
    for (const name of ["rafael", "lena", "idris", "priya", "tomas", "nobody"] as const) {
      const caller = world.as(name);
      expect((await caller.get(pathOf("kestrel"))).status).toBe(403);
      expect((await caller.post(pathOf("kestrel"), { domain: "kestrel.test" })).status).toBe(403);
      expect((await caller.patch(`${pathOf("kestrel")}/kestrel.test`, { auto_contact: true })).status).toBe(
        403,
      );
      expect((await caller.delete(`${pathOf("kestrel")}/kestrel.test`)).status).toBe(403);
    }
  });

  it("are stored as addresses hold them, and listed with who added them", async () => {
    const added = await add("@Kestrel.TEST");
    expect([added.status, added.body]).toEqual([
      201,
      {
        domain: "kestrel.test",
        added_at: world.clock.now().toISOString(),
        added_by_fullname: "Maren Solberg",
        verified_at: null,
        auto_contact: false,
      },
    ]);
    await add("bücher.test");
    const { items } = (await maren().get(pathOf("kestrel"))).body;
    expect(items.map(({ domain }: { domain: string }) => domain)).toEqual([
      "kestrel.test",
      "xn--bcher-kva.test",
    ]);
  });

  it("are no public provider's, no other company's, and not the desk's", async () => {
    await insertMailbox(world, "help@desk.test");
    await add("aster.test", "aster");
    for (const [domain, status, words] of [
      ["gmail.com", 422, "gmail.com is a public mail provider"],
      ["GMX.de", 422, "gmx.de is a public mail provider"],
      ["no domain", 422, "Enter a domain such as kestrel.example"],
      [" ", 422, "Enter a domain"],
      ["desk.test", 422, "This desk writes from this domain"],
      ["aster.test", 409, "aster.test belongs to a company already"],
    ] as const) {
      const answer = await add(domain);
      expect([answer.status, answer.body.detail]).toEqual([status, words]);
    }
    const own = await add("waypost.test", "internal");
    expect([own.status, own.body.detail]).toEqual([409, "The internal company has no mail domains"]);
  });

  it("are twenty at most", async () => {
    for (let n = 0; n < 20; n += 1) expect((await add(`k${n}.test`)).status).toBe(201);
    const more = await add("one-more.test");
    expect([more.status, more.body.detail]).toEqual([409, "A company can have at most 20 mail domains"]);
  });

  it("make contacts on their own only where somebody said so", async () => {
    await add("kestrel.test");
    const changed = await maren().patch(`${pathOf("kestrel")}/kestrel.test`, { auto_contact: true });
    expect([changed.status, changed.body.auto_contact]).toEqual([200, true]);
    expect(await findDomain(world.db, "KESTREL.test")).toMatchObject({
      company_id: world.companies.kestrel,
      auto_contact: true,
    });
    const { body } = await maren().get("/audit", { entity: "company", entity_id: world.companies.kestrel });
    expect(body.items[0]).toMatchObject({
      kind: "company.changed",
      before: { mail_domain: "kestrel.test", auto_contact: false },
      after: { mail_domain: "kestrel.test", auto_contact: true },
    });
    expect((await maren().patch(`${pathOf("aster")}/kestrel.test`, { auto_contact: false })).status).toBe(
      404,
    );
  });

  it("are verified once, by mail of the company that has them", async () => {
    await add("kestrel.test");
    const at = world.clock.now();
    const domain = "kestrel.test";
    await verifyDomain(world.db, { company_id: world.companies.aster, domain }, at);
    expect((await findDomain(world.db, domain))?.verified_at).toBeNull();
    await verifyDomain(world.db, { company_id: world.companies.kestrel, domain }, at);
    await verifyDomain(world.db, { company_id: world.companies.kestrel, domain }, new Date(0));
    expect((await findDomain(world.db, domain))?.verified_at).toEqual(at);
  });

  it("are free again when they are removed", async () => {
    await add("kestrel.test");
    expect((await maren().delete(`${pathOf("kestrel")}/Kestrel.test`)).status).toBe(204);
    const again = await maren().delete(`${pathOf("kestrel")}/kestrel.test`);
    expect([again.status, again.body.detail]).toEqual([404, "Mail domain not found"]);
    expect((await add("kestrel.test", "aster")).status).toBe(201);
  });

  it("of a deleted company are listed, suggest nothing, and do not change", async () => {
    await add("aster.test", "aster");
    await maren().delete(`/companies/${world.companies.aster}`);
    expect((await maren().get(pathOf("aster"))).body.items).toHaveLength(1);
    expect(await findDomain(world.db, "aster.test")).toBeNull();
    expect((await add("more.test", "aster")).body.detail).toBe("This company is deleted: restore it first");
    await maren().post(`/companies/${world.companies.aster}/restore`);
  });
});

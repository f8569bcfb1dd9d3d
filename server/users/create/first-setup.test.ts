import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";
import { waitForLockWaiters } from "../../../test/support/database/lock-waiters.ts";
import { offerSetupCode } from "./first-setup.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(() => world.db.deleteFrom("rate_limits").execute());

const PHRASE = "quite another phrase";
const setUp = (desk: World, code: string, n = 0) =>
  desk.as().post("/auth/setup", {
    code,
    email: `first${n}@waypost.test`,
    fullname: "Fay First",
    password: PHRASE,
  });

/** A desk that nobody administers, with its code, and a caller who sends one for the nth address. */
async function makeEmptyDesk() {
  const fresh = await makeWorld();
  await fresh.db.deleteFrom("user_roles").where("user_id", "=", fresh.idOf("maren")).execute();
  const code = (await offerSetupCode(fresh.db, fresh.clock.now())) ?? "";
  const call = (sent: string, n: number) => setUp(fresh, sent, n);
  return { fresh, code, call };
}

describe("the first administrator", () => {
  it("cannot be made while there is one, whatever the code", async () => {
    expect(await offerSetupCode(world.db, world.clock.now())).toBeNull();
    const answer = await setUp(world, "AAAA-BBBB-CCCC");
    expect([answer.status, answer.body.detail]).toEqual([409, "This desk already has an administrator"]);
    expect((await world.as().get("/config")).body.setup_needed).toBe(false);
  });

  it("is made by whoever came first: the other, on the way meanwhile, is not told of a wrong code", async () => {
    const { fresh, code, call } = await makeEmptyDesk();
    expect((await call("AAAA-BBBB-CCCC", 0)).status).toBe(400);
    const first = await fresh.pool.connect();
    try {
      // The second has seen no administrator yet, and waits to be counted before its code is looked at.
      await first.query("begin");
      await first.query("select from rate_limits where key like 'setup:%' for update");
      const second = call(code, 1);
      await waitForLockWaiters(fresh.pool, 1);
      await first.query("update action_links set used_at = now() where purpose = 'setup'");
      await first.query(
        "insert into user_roles (user_id, role_id) select $1, id from roles where key = 'administrator'",
        [fresh.idOf("idris")],
      );
      await first.query("commit");
      expect((await second).body.detail).toBe("This desk already has an administrator");
    } finally {
      first.release();
    }
    await fresh.end();
  });

  it("is made once with the printed code, by one of 20 at once", async () => {
    const { fresh, code, call } = await makeEmptyDesk();
    expect((await fresh.as().get("/config")).body.setup_needed).toBe(true);
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect((await call("AAAA-BBBB-CCCC", 0)).status).toBe(400);
    await fresh.db.deleteFrom("rate_limits").execute();
    const wave = await Promise.all(Array.from({ length: 9 }, (_, n) => call(code.toLowerCase(), n)));
    await fresh.db.deleteFrom("rate_limits").execute();
    expect(wave.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(wave.filter(({ status }) => status === 409)).toHaveLength(8);
    const administrators = await fresh.db
      .selectFrom("user_roles as ur")
      .innerJoin("roles as r", "r.id", "ur.role_id")
      .select("ur.user_id")
      .where("r.key", "=", "administrator")
      .execute();
    expect(administrators).toHaveLength(1);
    expect((await fresh.as().get("/config")).body.setup_needed).toBe(false);
    await fresh.end();
  });
});

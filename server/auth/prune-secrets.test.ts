import { afterAll, beforeAll, expect, it } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { pruneSecrets } from "./prune-secrets.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

const DAY = 24 * 3_600_000;

it("forgets a second factor that nobody confirmed, and keeps what is on", async () => {
  const now = world.clock.now();
  const secret = Buffer.from("a secret of twenty b");
  await world.db
    .insertInto("second_factors")
    .values([
      { user_id: world.idOf("lena"), pending_secret: secret, pending_at: now },
      { user_id: world.idOf("rafael"), secret, since: now, pending_secret: secret, pending_at: now },
    ])
    .execute();
  world.pass(2 * DAY);
  await pruneSecrets(world.app);
  const left = await world.db.selectFrom("second_factors").selectAll().execute();
  expect(left).toMatchObject([{ user_id: world.idOf("rafael"), secret, pending_secret: null }]);
});

it("forgets what is long dead, and keeps every living session with its old tokens", async () => {
  await world.as("tomas").get("/auth/me");
  await world.as("maren").post("/users/invite", { email: "kept@waypost.test" });
  world.pass(100 * DAY);
  const living = world.as("idris");
  await living.get("/auth/me");
  await pruneSecrets(world.app);
  expect((await living.get("/auth/me")).status).toBe(200);
  const left = async (table: string) =>
    (await world.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n;
  expect(await left("access_tokens")).toBe(1);
  // Tomás's ended 70 days ago: it is still there to be asked about.
  expect(await left("sessions")).toBe(3);
  expect(await left("refresh_tokens")).toBe(3);
  expect(await left("action_links")).toBe(1);
  world.pass(400 * DAY);
  await pruneSecrets(world.app);
  expect([await left("sessions"), await left("refresh_tokens"), await left("action_links")]).toEqual([
    0, 0, 0,
  ]);
});

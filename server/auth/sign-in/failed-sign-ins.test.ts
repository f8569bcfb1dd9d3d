import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { makeLog } from "#server/lib/log.ts";
import { makeWorld, PASSWORD, type World } from "../../../test/support/app/app-with-people.ts";

const lines: string[] = [];
let world: World;
beforeAll(async () => {
  world = await makeWorld({}, makeLog({ logLevel: "info" }, { write: (line) => lines.push(line) }));
});
afterAll(() => world.end());
beforeEach(() => world.db.deleteFrom("rate_limits").execute());

const HOUR = 3_600_000;
const signIn = (email: string, password = PASSWORD) =>
  world.as().call("POST", "/auth/login", { body: { email, password }, headers: { "user-agent": "Firefox" } });
const failuresOf = async (name: "maren" | "tomas" | "jonas") =>
  (await world.as(name).get("/auth/sessions")).body.failed_sign_ins;

it("a wrong password is shown to the owner of the account, staff and client, and to nobody else", async () => {
  await signIn("maren@waypost.test", "not this one");
  await signIn("tomas@kestrel.test", "not this one");
  await expect.poll(() => failuresOf("maren")).toHaveLength(1);
  await expect.poll(() => failuresOf("tomas")).toHaveLength(1);
  expect(await failuresOf("tomas")).toEqual([
    { at: world.clock.now().toISOString(), ip: "127.0.0.1", user_agent: "Firefox" },
  ]);
  expect(await failuresOf("jonas")).toEqual([]);
});

it("administrators find it in the audit log, and the company's own admin does not", async () => {
  const { items } = (await world.as("maren").get("/audit?kind=user.sign_in_failed")).body;
  expect(items.map(({ entity_id: id }: { entity_id: string }) => id).toSorted()).toEqual(
    [world.idOf("maren"), world.idOf("tomas")].toSorted(),
  );
  expect((await world.as("priya").get("/audit?kind=user.sign_in_failed")).status).toBe(403);
});

it("the history keeps ten an hour of what anybody can do without end", async () => {
  for (let attempt = 0; attempt < 14; attempt += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other: each sees the one before
    await world.db.deleteFrom("rate_limits").execute();
    // oxlint-disable-next-line no-await-in-loop
    expect((await signIn("jonas@aster.test", "not this one")).status).toBe(401);
    // oxlint-disable-next-line no-await-in-loop
    await expect.poll(() => failuresOf("jonas")).toHaveLength(Math.min(attempt + 1, 10));
  }
  const kept = await world.db
    .selectFrom("history")
    .select("id")
    .where("entity_id", "=", world.idOf("jonas"))
    .where("kind", "=", "user.sign_in_failed")
    .execute();
  expect(kept).toHaveLength(10);
});

it("is not shown any more after thirty days", async () => {
  world.pass(31 * 24 * HOUR);
  expect(await failuresOf("tomas")).toEqual([]);
});

it("the log names the network and a hash of the address, of unknown addresses too, and never the address", async () => {
  lines.length = 0;
  for (const email of ["nobody@nowhere.test", "maren@waypost.test"]) {
    // oxlint-disable-next-line no-await-in-loop
    await signIn(email, "not this one");
  }
  const refused = lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg.startsWith("sign-in refused"));
  expect(refused).toHaveLength(2);
  for (const line of refused)
    expect(line).toMatchObject({ ip: "127.0.0.1", address_hash: expect.any(String) });
  expect(refused[0].address_hash).not.toBe(refused[1].address_hash);
  expect(lines.join("")).not.toMatch(/nowhere|maren@/);
});

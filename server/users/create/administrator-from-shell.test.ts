import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";
import { makeAdministrator } from "./administrator-from-shell.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

test("a client's address is refused", async () => {
  await expect(administer(world.people.tomas.email)).rejects.toThrow("belongs to a client");
});

test("a new address becomes an administrator who signs in with the password shown", async () => {
  const { password, made } = await administer("new@waypost.test");
  expect(made).toBe(true);
  const answer = await world.as().post("/auth/login", { email: "new@waypost.test", password });
  expect(answer.status).toBe(200);
  const me = await world.withToken(answer.body.access_token).get("/auth/me");
  expect(me.body.roles.map((role: { name: string }) => role.name)).toContain("administrator");
  expect(me.body.must_change_password).toBe(true);
});

test("a deleted administrator is rescued: back, signed out everywhere, with a new password", async () => {
  const { maren } = world.people;
  const old = world.as("maren");
  expect((await old.get("/auth/me")).status).toBe(200);
  await world.db
    .updateTable("users")
    .set({ deleted_at: world.clock.now() })
    .where("email", "=", maren.email)
    .execute();
  const { password, made } = await administer(maren.email.toUpperCase());
  expect(made).toBe(false);
  expect((await old.get("/auth/me")).status).toBe(401);
  expect((await world.as().post("/auth/login", { email: maren.email, password })).status).toBe(200);
});

function administer(email: string) {
  return makeAdministrator(world.db, { email, now: world.clock.now() });
}

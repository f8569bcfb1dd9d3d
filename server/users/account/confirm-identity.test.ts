import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { features } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { computeCode, computeStep } from "#server/lib/crypto/totp.ts";
import { makeWorld, PASSWORD, type Name, type World } from "../../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  for (const table of ["rate_limits", "second_factors"]) await world.pool.query(`delete from ${table}`);
});

const MINUTE = 60_000;
const required = "auth.confirmation_required";
const endpoints: Endpoint[] = Object.values(features).flatMap((feature) => Object.values<Endpoint>(feature));
const grave = endpoints.filter(({ confirmedIdentity }) => confirmedIdentity);

/** A session of a person that began eleven minutes ago. */
async function oldSession(name: Name) {
  const token = await world.tokenOf(name);
  await growOld(name);
  return world.withToken(token);
}

/** Eleven minutes go by for what a person proved so far. */
async function growOld(name: Name) {
  await world.pool.query(
    `update sessions set created_at = created_at - interval '11 minutes',
       confirmed_at = confirmed_at - interval '11 minutes' where user_id = $1`,
    [world.idOf(name)],
  );
}

async function turnOnFactor(name: Name): Promise<() => string> {
  const me = world.as(name);
  await me.post("/auth/second-factor/setup", { current_password: PASSWORD });
  const found = await world.pool.query<{ secret: Buffer }>(
    "select pending_secret as secret from second_factors where user_id = $1",
    [world.idOf(name)],
  );
  const code = () => computeCode(found.rows[0]?.secret ?? Buffer.alloc(0), computeStep(world.clock.now()));
  expect((await me.post("/auth/second-factor/confirm", { code: code() })).status).toBe(200);
  world.pass(MINUTE);
  return code;
}

describe("a grave action", () => {
  it("is refused eleven minutes after the sign-in, before anything is looked at", async () => {
    expect(grave.map(({ path }) => path).toSorted()).toEqual([
      "/audit/export",
      "/companies/{company_id}",
      "/samples/removal",
      "/users/{user_id}/erasure",
      "/users/{user_id}/reset-second-factor",
      "/users/{user_id}/roles:set",
    ]);
    const maren = await oldSession("maren");
    for (const { method, path } of grave) {
      const address = path.replaceAll(/\{\w+\}/g, "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f");
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as a person would
      const answer = await maren.call(method, address, {});
      expect({ path, status: answer.status, code: answer.body.code }).toEqual({
        path,
        status: 403,
        code: required,
      });
    }
  });

  it("is refused to somebody without the permission as before: confirming would not help", async () => {
    const tomas = await oldSession("tomas");
    expect((await tomas.get("/audit/export")).body.code).toBe("auth.not_allowed");
  });

  it("is allowed for ten minutes once the password is given, in this session alone", async () => {
    const maren = await oldSession("maren");
    const elsewhere = await oldSession("maren");
    const confirmed = await maren.post("/auth/confirm-identity", { current_password: PASSWORD });
    expect(confirmed.status).toBe(204);
    expect((await maren.get("/audit/export")).status).toBe(200);
    expect((await elsewhere.get("/audit/export")).body.code).toBe(required);
    await growOld("maren");
    expect((await maren.get("/audit/export")).body.code).toBe(required);
  });

  it("includes making an administrator, and not inviting a colleague", async () => {
    const maren = await oldSession("maren");
    const person = { fullname: "Eli Roth", password: "copper kettle 19 north", user_type: "internal" };
    const administrator = { ...person, email: "eli@waypost.test", role_names: ["administrator"] };
    expect((await maren.post("/users", administrator)).body.code).toBe(required);
    const { password: _, ...invited } = administrator;
    expect((await maren.post("/users/invite", invited)).body.code).toBe(required);
    const specialist = { ...person, email: "ina@waypost.test", role_names: ["support_specialist"] };
    expect((await maren.post("/users", specialist)).status).toBe(201);
    await maren.post("/auth/confirm-identity", { current_password: PASSWORD });
    expect((await maren.post("/users", administrator)).status).toBe(201);
  });
});

describe("the proof", () => {
  it("is refused when it is wrong or missing, counted, and never signs anybody out", async () => {
    const maren = await oldSession("maren");
    const wrong = await maren.post("/auth/confirm-identity", { current_password: "not this one" });
    expect({ status: wrong.status, code: wrong.body.code }).toEqual({
      status: 400,
      code: "auth.current_password_wrong",
    });
    expect((await maren.post("/auth/confirm-identity", {})).status).toBe(422);
    expect((await maren.get("/audit/export")).body.code).toBe(required);
    for (let attempt = 0; attempt < 8; attempt += 1)
      // oxlint-disable-next-line no-await-in-loop -- each is counted after the one before
      await maren.post("/auth/confirm-identity", { current_password: "not this one" });
    expect((await maren.post("/auth/confirm-identity", { current_password: PASSWORD })).status).toBe(429);
  });

  it("is a code, once, where the person has a second factor: the password is not enough", async () => {
    const code = await turnOnFactor("maren");
    const maren = await oldSession("maren");
    const byPassword = await maren.post("/auth/confirm-identity", { current_password: PASSWORD });
    expect({ status: byPassword.status, code: byPassword.body.code }).toEqual({
      status: 422,
      code: "auth.second_factor_required",
    });
    expect((await maren.post("/auth/confirm-identity", { code: "000000" })).status).toBe(400);
    const now = code();
    expect((await maren.post("/auth/confirm-identity", { code: now })).status).toBe(204);
    expect((await maren.post("/auth/confirm-identity", { code: now })).status).toBe(400);
    expect((await maren.get("/audit/export")).status).toBe(200);
  });

  it("opens nothing for a person of a client company beyond the own rights", async () => {
    const tomas = await oldSession("tomas");
    expect((await tomas.post("/auth/confirm-identity", { current_password: PASSWORD })).status).toBe(204);
    expect((await tomas.get("/audit/export")).status).toBe(403);
  });
});

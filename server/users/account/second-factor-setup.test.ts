import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, openBeside, type Name, type World } from "../../../test/support/app/app-with-people.ts";
import {
  fromBase32,
  secondFactorCalls,
  STEP,
  withPassword,
} from "../../../test/support/app/second-factor-calls.ts";
import type { RunningApp } from "#server/app.ts";
import { spendAppCode } from "#server/auth/sign-in/second-factor.ts";

let world: World;
let other: RunningApp;
beforeAll(async () => {
  world = await makeWorld();
  other = await openBeside(world);
});
afterAll(async () => {
  await other.close();
  await world.end();
});
const { codeFor, forgetFactors, kindsOf, signIn, subjectsTo, turnOn } = secondFactorCalls(() => world);
beforeEach(forgetFactors);

const MINUTE = 60_000;

describe("setting up", () => {
  it("asks for the password, and refuses guessing it", async () => {
    const answer = await world.as("lena").post("/auth/second-factor/setup", { current_password: "wrong" });
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [
        {
          path: "current_password",
          code: "auth.current_password_wrong",
          message: "Current password is incorrect",
        },
      ],
    ]);
    const tries = await Promise.all(
      Array.from({ length: 8 }, () =>
        world.as("lena").post("/auth/second-factor/setup", { current_password: "wrong" }),
      ),
    );
    expect(tries.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(2);
  });

  it("is confirmed by a code of the new key alone, within 15 minutes", async () => {
    const lena = world.as("lena");
    const nothing = await lena.post("/auth/second-factor/confirm", { code: "123456" });
    expect([nothing.status, nothing.body.code]).toEqual([409, "auth.second_factor_setup_expired"]);
    const first = fromBase32((await lena.post("/auth/second-factor/setup", withPassword)).body.secret);
    const second = fromBase32((await lena.post("/auth/second-factor/setup", withPassword)).body.secret);
    const stale = await lena.post("/auth/second-factor/confirm", { code: codeFor(first) });
    expect([stale.status, stale.body.errors[0].path]).toEqual([400, "code"]);
    world.pass(15 * MINUTE);
    const late = await world.as("lena").post("/auth/second-factor/confirm", { code: codeFor(second) });
    expect([late.status, late.body.detail]).toEqual([409, "This set-up has run out: begin again"]);
    expect((await signIn("lena")).status).toBe(200);
  });

  it("answers an address for the app, with the desk's name and the account", async () => {
    const { body } = await world.as("lena").post("/auth/second-factor/setup", withPassword);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.otpauth_url).toBe(
      `otpauth://totp/Waypost:lena%40waypost.test?secret=${body.secret}&issuer=Waypost`,
    );
  });

  it("keeps no key and no code for a request that is repeated", async () => {
    const lena = world.as("lena");
    const headers = { "idempotency-key": "once" };
    const [a, b] = [
      await lena.post("/auth/second-factor/setup", withPassword, headers),
      await lena.post("/auth/second-factor/setup", withPassword, headers),
    ];
    expect(a.body.secret).not.toBe(b.body.secret);
    expect(await world.db.selectFrom("idempotency_keys").selectAll().execute()).toEqual([]);
  });

  it("ends every other session, tells by mail, and is told to nobody else", async () => {
    const elsewhere = world.as("rafael");
    expect((await elsewhere.get("/auth/me")).status).toBe(200);
    const here = world.as("rafael");
    const { body } = await here.post("/auth/second-factor/setup", withPassword);
    const code = codeFor(fromBase32(body.secret));
    expect((await here.post("/auth/second-factor/confirm", { code })).body.recovery_codes).toHaveLength(10);
    expect((await elsewhere.get("/auth/me")).status).toBe(401);
    expect((await here.get("/auth/second-factor")).body).toEqual({
      is_on: true,
      since: world.clock.now().toISOString(),
      recovery_codes_left: 10,
      is_required: false,
    });
    expect(await subjectsTo("rafael")).toContain("Two-factor sign-in was turned on");
    expect(await kindsOf("rafael")).toContain("user.second_factor_turned_on");
    const seen = async (name: Name) =>
      (await world.as(name).get(`/users/${world.idOf("rafael")}`)).body.has_second_factor;
    expect([await seen("maren"), await seen("idris"), await seen("rafael")]).toEqual([true, null, null]);
  });

  it("moves to another phone: the old one works until the new one is confirmed", async () => {
    const old = await turnOn("lena");
    const lena = world.as("lena");
    const { body } = await lena.post("/auth/second-factor/setup", withPassword);
    const fresh = fromBase32(body.secret);
    expect((await signIn("lena", codeFor(old.secret))).status).toBe(200);
    const { status } = await lena.post("/auth/second-factor/confirm", { code: codeFor(fresh) });
    expect(status).toBe(200);
    world.pass(STEP);
    expect((await signIn("lena", codeFor(old.secret))).status).toBe(401);
    expect((await signIn("lena", old.codes[0])).status).toBe(401);
    expect((await signIn("lena", codeFor(fresh))).status).toBe(200);
  });

  it("opens nothing with a code whose key was replaced while it was looked at", async () => {
    const { secret } = await turnOn("lena");
    await turnOn("lena");
    const ctx = { app: world.app, now: world.clock.now() };
    const owner = { id: world.idOf("lena") };
    world.pass(STEP);
    expect(await spendAppCode(ctx, { owner, factor: { secret }, code: codeFor(secret) })).toBe(false);
  });
});

describe("turning off", () => {
  it("asks for the password, ends every other session and tells by mail", async () => {
    await turnOn("lena");
    const [here, elsewhere] = [world.as("lena"), world.as("lena")];
    expect((await elsewhere.get("/auth/me")).status).toBe(200);
    const wrong = await here.post("/auth/second-factor/turn-off", { current_password: "wrong" });
    expect(wrong.status).toBe(400);
    expect((await here.post("/auth/second-factor/turn-off", withPassword)).status).toBe(204);
    expect((await elsewhere.get("/auth/me")).status).toBe(401);
    expect((await signIn("lena")).status).toBe(200);
    expect((await here.post("/auth/second-factor/turn-off", withPassword)).status).toBe(409);
    expect(await subjectsTo("lena")).toContain("Two-factor sign-in was turned off");
  });
});

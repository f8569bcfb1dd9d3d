import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../../test/support/app/app-with-people.ts";
import {
  fromBase32,
  secondFactorCalls,
  withPassword,
} from "../../../test/support/app/second-factor-calls.ts";
import { resetFactorFromShell } from "../create/administrator-from-shell.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
const { codeFor, forgetFactors, kindsOf, signIn, subjectsTo, turnOn } = secondFactorCalls(() => world);
beforeEach(forgetFactors);

const requireOf = (roles: string[]) => world.as("maren").patch("/settings", { second_factor_roles: roles });
const reset = (by: Name, of: Name) => world.as(by).post(`/users/${world.idOf(of)}/reset-second-factor`);

describe("a role that requires it", () => {
  it("is chosen by administrators, of the roles there are, and not before they have it themselves", async () => {
    expect((await world.as("rafael").patch("/settings", { second_factor_roles: [] })).status).toBe(403);
    expect((await requireOf(["emperor"])).status).toBe(422);
    // Others having one is not enough.
    await turnOn("idris");
    const early = await requireOf(["administrator", "manager"]);
    expect([early.status, early.body.detail]).toEqual([
      409,
      "Set up two-factor sign-in for yourself before a role of yours requires it",
    ]);
    await turnOn("maren");
    const set = await requireOf(["manager", "administrator", "manager"]);
    expect(set.body.second_factor_roles).toEqual(["administrator", "manager"]);
    const again = await requireOf(["manager", "administrator"]);
    expect(again.body.version).toBe(set.body.version);
  });

  it("leaves who has none nothing but setting it up, from the next request on", async () => {
    const tomas = world.as("tomas");
    expect((await tomas.get("/tickets")).status).toBe(200);
    expect((await requireOf(["Client"])).status).toBe(200);
    for (const path of ["/tickets", "/auth/sessions", `/users/${world.idOf("tomas")}`]) {
      const answer = await tomas.get(path);
      expect([answer.status, answer.body.code]).toEqual([403, "auth.second_factor_setup_required"]);
      expect(answer.body.detail).toBe("Set up two-factor sign-in first");
    }
    expect((await world.as("priya").get("/tickets")).status).toBe(200);
    // The password is no way around, and signing in says so as well.
    const fresh = world.withToken((await signIn("tomas")).body.access_token);
    expect((await fresh.get("/auth/me")).body.must_set_up_second_factor).toBe(true);
    expect((await fresh.get("/auth/second-factor")).body.is_required).toBe(true);
    const { body } = await fresh.post("/auth/second-factor/setup", withPassword);
    const code = codeFor(fromBase32(body.secret));
    expect((await fresh.post("/auth/second-factor/confirm", { code })).status).toBe(200);
    expect((await fresh.get("/auth/me")).body.must_set_up_second_factor).toBe(false);
    expect((await fresh.get("/tickets")).status).toBe(200);
  });

  it("keeps it on for its holders", async () => {
    await turnOn("tomas");
    await requireOf(["Client"]);
    const answer = await world.as("tomas").post("/auth/second-factor/turn-off", withPassword);
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      "Your role requires two-factor sign-in, so it stays on",
    ]);
  });
});

describe("a reset", () => {
  it("is refused to all but administrators, and to them for themselves", async () => {
    for (const by of ["rafael", "idris", "priya", "tomas"] as const)
      expect((await reset(by, "jonas")).status).toBe(403);
    expect((await reset("priya", "tomas")).status).toBe(403);
    const own = await reset("maren", "maren");
    expect([own.status, own.body.detail]).toEqual([
      400,
      "Change your own two-factor sign-in in your settings",
    ]);
  });

  it("lets in with the password alone, ends all sessions, and is noted and mailed", async () => {
    const { codes } = await turnOn("tomas");
    const tomas = world.as("tomas");
    expect((await tomas.get("/auth/me")).status).toBe(200);
    expect((await reset("maren", "tomas")).status).toBe(204);
    expect((await tomas.get("/auth/me")).status).toBe(401);
    expect((await signIn("tomas")).status).toBe(200);
    expect((await world.as("tomas").get("/auth/second-factor")).body).toMatchObject({
      is_on: false,
      recovery_codes_left: 0,
    });
    await turnOn("tomas");
    expect((await signIn("tomas", codes[0])).status).toBe(401);
    expect(await kindsOf("tomas")).toContain("user.second_factor_reset");
    expect(await subjectsTo("tomas")).toContain("Two-factor sign-in was reset");
  });

  it("does nothing, and ends nothing, where there is none", async () => {
    const jonas = world.as("jonas");
    expect((await jonas.get("/auth/me")).status).toBe(200);
    expect((await reset("maren", "jonas")).status).toBe(204);
    expect((await jonas.get("/auth/me")).status).toBe(200);
  });

  it("is done from the shell as well, for the only administrator", async () => {
    await turnOn("maren");
    const { email } = world.people.maren;
    const now = world.clock.now();
    await expect(resetFactorFromShell(world.db, { email: "who@nowhere.test", now })).rejects.toThrow(
      "Nobody",
    );
    expect(await resetFactorFromShell(world.db, { email: email.toUpperCase(), now })).toBe(true);
    expect(await resetFactorFromShell(world.db, { email, now })).toBe(false);
    expect((await signIn("maren")).status).toBe(200);
  });
});

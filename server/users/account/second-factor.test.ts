import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { asGuest } from "../../../test/support/app/as-external-user.ts";
import {
  makeWorld,
  openBeside,
  PASSWORD,
  type Name,
  type World,
} from "../../../test/support/app/app-with-people.ts";
import type { RunningApp } from "#server/app.ts";
import { spendAppCode } from "#server/auth/sign-in/second-factor.ts";
import { computeCode, computeStep } from "#server/lib/crypto/totp.ts";
import { resetFactorFromShell } from "../create/administrator-from-shell.ts";

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
beforeEach(async () => {
  for (const table of ["rate_limits", "second_factors", "recovery_codes"])
    await world.pool.query(`delete from ${table}`);
  await world.pool.query("delete from settings where key = 'second_factor_roles'");
  world.pass(HOUR);
});

const SECOND = 1000;
const STEP = 30 * SECOND;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const withPassword = { current_password: PASSWORD };
const signIn = (name: Name, code?: string) =>
  world.as().post("/auth/login", { email: world.people[name].email, password: PASSWORD, code });
/** The code of now, or of so many steps later. */
const codeFor = (secret: Buffer, later = 0) => computeCode(secret, computeStep(world.clock.now()) + later);

/** A set-up as a phone does it. */
async function turnOn(name: Name): Promise<{ secret: Buffer; codes: string[] }> {
  const me = world.as(name);
  const { body } = await me.post("/auth/second-factor/setup", withPassword);
  const secret = fromBase32(body.secret);
  const confirmed = await me.post("/auth/second-factor/confirm", { code: codeFor(secret) });
  expect(confirmed.status).toBe(200);
  world.pass(STEP);
  return { secret, codes: confirmed.body.recovery_codes };
}

const requireOf = (roles: string[]) => world.as("maren").patch("/settings", { second_factor_roles: roles });
const reset = (by: Name, of: Name) => world.as(by).post(`/users/${world.idOf(of)}/reset-second-factor`);

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

const kindsOf = async (name: Name) => {
  const rows = world.db.selectFrom("history").select("kind").where("entity_id", "=", world.idOf(name));
  return (await rows.orderBy("seq").execute()).map(({ kind }) => kind);
};
const subjectsTo = async (name: Name) => {
  await world.drain();
  const mails = world.db.selectFrom("mails").select("subject").where("user_id", "=", world.idOf(name));
  return (await mails.orderBy("position", "desc").execute()).map(({ subject }) => subject);
};

describe("signing in with two factors", () => {
  it("tells a wrong password nothing of the second factor, whatever code comes with it", async () => {
    const { secret } = await turnOn("idris");
    const wrong = { email: world.people.idris.email, password: "wrong" };
    const without = await world
      .as()
      .post("/auth/login", { email: world.people.lena.email, password: "wrong" });
    for (const code of [undefined, codeFor(secret), "000000"]) {
      const answer = await world.as().post("/auth/login", { ...wrong, code });
      expect(answer.status).toBe(401);
      expect({ ...answer.body, request_id: "" }).toEqual({ ...without.body, request_id: "" });
    }
    // None of them used the code up.
    expect((await signIn("idris", codeFor(secret))).status).toBe(200);
  });

  it("asks for a code after the right password, and opens no session yet", async () => {
    await turnOn("idris");
    const answer = await signIn("idris");
    expect([answer.status, answer.body.code]).toEqual([401, "auth.second_factor_required"]);
    expect(answer.body.detail).toBe("Enter the code of your authenticator app");
    expect(answer.cookies).toEqual([]);
    expect((await signIn("idris", "")).body.code).toBe("auth.second_factor_required");
  });

  it("refuses a wrong code, one of two steps ago, and one of two steps ahead", async () => {
    const { secret } = await turnOn("idris");
    world.pass(5 * STEP);
    for (const code of ["000000", "12345", codeFor(secret, -2), codeFor(secret, 2)]) {
      const answer = await signIn("idris", code);
      expect([answer.status, answer.body.code]).toEqual([401, "auth.second_factor_wrong"]);
      expect(answer.cookies).toEqual([]);
    }
    expect(await kindsOf("idris")).toContain("user.second_factor_failed");
  });

  it("lets in with the code of a phone that is a step early or late, and says so in the session", async () => {
    const { secret } = await turnOn("idris");
    world.pass(5 * STEP);
    for (const later of [-1, 1]) {
      const code = codeFor(secret, later);
      const answer = await signIn("idris", `${code.slice(0, 3)} ${code.slice(3)}`);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ access_token: expect.stringMatching(/^[\w-]{43}$/) });
      const { sessions } = (await world.withToken(answer.body.access_token).get("/auth/sessions")).body;
      expect(sessions.find(({ current }: { current: boolean }) => current).method).toBe("app code");
    }
  });

  it("takes no code twice, nor an older one after a newer", async () => {
    const { secret } = await turnOn("idris");
    world.pass(5 * STEP);
    const older = codeFor(secret, -1);
    const code = codeFor(secret);
    expect((await signIn("idris", code)).status).toBe(200);
    expect((await signIn("idris", code)).body.code).toBe("auth.second_factor_wrong");
    expect((await signIn("idris", older)).body.code).toBe("auth.second_factor_wrong");
    world.pass(STEP);
    expect((await signIn("idris", codeFor(secret))).status).toBe(200);
  });

  it("takes the code that confirmed the set-up for no sign-in", async () => {
    const { secret } = await turnOn("idris");
    expect((await signIn("idris", codeFor(secret, -1))).body.code).toBe("auth.second_factor_wrong");
  });

  it("takes one code once, of many that come to two instances at the same moment", async () => {
    const { secret, codes } = await turnOn("idris");
    for (const code of [codeFor(secret), codes[0]]) {
      const payload = { email: world.people.idris.email, password: PASSWORD, code };
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, index) =>
          (index % 2 ? other : world).fastify.inject({ method: "POST", url: "/api/auth/login", payload }),
        ),
      );
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      await world.db.deleteFrom("rate_limits").execute();
    }
  });

  it("slows down guessing per person on all instances, and the right code waits as well", async () => {
    const { secret } = await turnOn("idris");
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn("idris", "000000")));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    const payload = { email: world.people.idris.email, password: PASSWORD, code: codeFor(secret) };
    const blocked = await other.fastify.inject({ method: "POST", url: "/api/auth/login", payload });
    expect(blocked.statusCode).toBe(429);
    expect(blocked.json().detail).toBe("Too many attempts. Try again in 30 seconds.");
    world.pass(31 * SECOND);
    expect((await signIn("idris", codeFor(secret))).status).toBe(200);
  });

  it("leaves everybody alone who has no second factor, even with a code", async () => {
    expect((await signIn("lena", "123456")).status).toBe(200);
  });
});

describe("a recovery code", () => {
  it("signs in once, however it is written, and its owner is told", async () => {
    const { codes } = await turnOn("tomas");
    const [code = ""] = codes;
    expect((await signIn("tomas", ` ${code.replace("-", " ").toUpperCase()}`)).status).toBe(200);
    expect((await signIn("tomas", code)).body.code).toBe("auth.second_factor_wrong");
    const { body } = await world.as("tomas").get("/auth/second-factor");
    expect(body).toMatchObject({ is_on: true, recovery_codes_left: 9, is_required: false });
    expect(await subjectsTo("tomas")).toContain("A recovery code was used");
    expect(await kindsOf("tomas")).toContain("user.recovery_code_used");
  });

  it("is nobody else's", async () => {
    const { codes } = await turnOn("tomas");
    await turnOn("idris");
    expect((await signIn("idris", codes[0])).body.code).toBe("auth.second_factor_wrong");
  });

  it("is kept as a hash only, and stands in nothing that is written down", async () => {
    const { secret, codes } = await turnOn("tomas");
    await signIn("tomas", codes[0]);
    await world.drain();
    for (const table of [
      "recovery_codes",
      "history",
      "mails",
      "idempotency_keys",
      "credentials",
      "rate_limits",
    ]) {
      const { rows } = await world.pool.query(`select t::text from ${table} t`);
      const text = JSON.stringify(rows);
      for (const code of codes) expect(text).not.toContain(code.replace("-", ""));
      expect(text).not.toContain(secret.toString("hex"));
    }
  });

  it("is replaced with all its sisters, by whoever knows the password", async () => {
    const { codes } = await turnOn("tomas");
    const tomas = world.as("tomas");
    const wrong = await tomas.post("/auth/second-factor/recovery-codes", { current_password: "wrong" });
    expect([wrong.status, wrong.body.detail]).toEqual([400, "Current password is incorrect"]);
    const renewed = await tomas.post("/auth/second-factor/recovery-codes", withPassword);
    expect(new Set([...codes, ...renewed.body.recovery_codes]).size).toBe(20);
    expect((await signIn("tomas", codes[1])).body.code).toBe("auth.second_factor_wrong");
    expect((await signIn("tomas", renewed.body.recovery_codes[1])).status).toBe(200);
    expect(await subjectsTo("tomas")).toContain("Your recovery codes were replaced");
    expect((await world.as("jonas").post("/auth/second-factor/recovery-codes", withPassword)).status).toBe(
      409,
    );
  });
});

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

it("second factors and codes are closed to external users' transactions", async () => {
  for (const table of ["second_factors", "recovery_codes"] as const) {
    const reading = asGuest(world, "tomas", (tx) => tx.selectFrom(table).selectAll().execute());
    // oxlint-disable-next-line no-await-in-loop
    await expect(reading).rejects.toThrow(/permission denied/);
  }
});

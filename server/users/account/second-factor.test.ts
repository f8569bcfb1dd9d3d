import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { asGuest } from "../../../test/support/app/as-external-user.ts";
import { makeWorld, openBeside, PASSWORD, type World } from "../../../test/support/app/app-with-people.ts";
import { secondFactorCalls, STEP, withPassword } from "../../../test/support/app/second-factor-calls.ts";
import type { RunningApp } from "#server/app.ts";

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

const SECOND = 1000;

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

it("second factors and codes are closed to external users' transactions", async () => {
  for (const table of ["second_factors", "recovery_codes"] as const) {
    const reading = asGuest(world, "tomas", (tx) => tx.selectFrom(table).selectAll().execute());
    // oxlint-disable-next-line no-await-in-loop
    await expect(reading).rejects.toThrow(/permission denied/);
  }
});

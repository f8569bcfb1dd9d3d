import { expect } from "vitest";
import { computeCode, computeStep } from "#server/lib/crypto/totp.ts";
import { PASSWORD, type Name, type World } from "./app-with-people.ts";

/** Milliseconds for which a phone shows one code. */
export const STEP = 30_000;
export const HOUR = 3_600_000;

/** What changes credentials asks for. */
export const withPassword = { current_password: PASSWORD };

/** What people with a second factor do, and what is kept of it; a file names the calls before its world is made. */
export function secondFactorCalls(desk: () => World) {
  const signIn = (name: Name, code?: string) =>
    desk().as().post("/auth/login", { email: desk().people[name].email, password: PASSWORD, code });
  /** The code of now, or of so many steps later. */
  const codeFor = (secret: Buffer, later = 0) => computeCode(secret, computeStep(desk().clock.now()) + later);

  /** A set-up as a phone does it. */
  async function turnOn(name: Name): Promise<{ secret: Buffer; codes: string[] }> {
    const me = desk().as(name);
    const { body } = await me.post("/auth/second-factor/setup", withPassword);
    const secret = fromBase32(body.secret);
    const confirmed = await me.post("/auth/second-factor/confirm", { code: codeFor(secret) });
    expect(confirmed.status).toBe(200);
    desk().pass(STEP);
    return { secret, codes: confirmed.body.recovery_codes };
  }

  /** Nobody has a second factor, none is required, and an hour has passed. */
  async function forgetFactors(): Promise<void> {
    for (const table of ["rate_limits", "second_factors", "recovery_codes"])
      await desk().pool.query(`delete from ${table}`);
    await desk().pool.query("delete from settings where key = 'second_factor_roles'");
    desk().pass(HOUR);
  }

  const kindsOf = async (name: Name) => {
    const rows = desk().db.selectFrom("history").select("kind").where("entity_id", "=", desk().idOf(name));
    return (await rows.orderBy("seq").execute()).map(({ kind }) => kind);
  };
  const subjectsTo = async (name: Name) => {
    await desk().drain();
    const mails = desk().db.selectFrom("mails").select("subject").where("user_id", "=", desk().idOf(name));
    return (await mails.orderBy("position", "desc").execute()).map(({ subject }) => subject);
  };

  return { signIn, codeFor, turnOn, forgetFactors, kindsOf, subjectsTo };
}

export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

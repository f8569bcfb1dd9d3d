import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, PASSWORD, type World } from "../../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  await world.db.deleteFrom("rate_limits").execute();
  await world.db.deleteFrom("sessions").execute();
});

type Attempt = { password?: string; from?: string; cookies?: Record<string, string> };

async function signIn(
  email: string,
  { password = PASSWORD, from = "198.51.100.7", cookies = {} }: Attempt = {},
) {
  const answer = await world.fastify.inject({
    method: "POST",
    url: "/api/auth/login",
    remoteAddress: from,
    headers: { "content-type": "application/json" },
    cookies,
    payload: JSON.stringify({ email, password }),
  });
  return { status: answer.statusCode, cookies: answer.cookies };
}

const OFFICE = "203.0.113.5";
const email = "idris@waypost.test";

/** The cookie that a browser carries after a sign-in. */
async function rememberedBrowser(from: string): Promise<Record<string, string>> {
  const { cookies } = await signIn(email, { from });
  return Object.fromEntries(
    cookies.filter(({ name }) => name.startsWith("browser-")).map(({ name, value }) => [name, value]),
  );
}

async function guess(from: string, times: number, address: (n: number) => string): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1)
    statuses.push((await signIn(address(n), { from, password: "not the password" })).status);
  return statuses;
}

describe("somebody else's wrong passwords", () => {
  it("from another network lock nobody out, known or not", async () => {
    expect((await guess("192.0.2.1", 20, () => email)).filter((status) => status === 429)).toHaveLength(14);
    expect((await signIn(email)).status).toBe(200);
  });

  it("from the same network lock no browser out that has signed in before", async () => {
    const cookies = await rememberedBrowser(OFFICE);
    await guess(OFFICE, 9, () => email);
    expect((await signIn(email, { from: OFFICE })).status).toBe(429);
    expect((await signIn(email, { from: OFFICE, cookies })).status).toBe(200);
  });

  it("for a hundred and twenty other accounts keep nobody out who is signed in from that network", async () => {
    await signIn(email, { from: OFFICE });
    const statuses = await guess(OFFICE, 120, (n) => `nobody${n}@waypost.test`);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(20);
    expect((await signIn(email, { from: OFFICE })).status).toBe(200);
    // A network that spread its guesses is no place to begin from, until it has waited.
    expect((await signIn("lena@waypost.test", { from: OFFICE })).status).toBe(429);
  }, 60_000);
});

it("wrong passwords of a time when the clock was years ahead lock nobody out once it is right", async () => {
  const ahead = 12 * 365 * 24 * 3_600_000;
  world.pass(ahead);
  expect((await guess(OFFICE, 9, () => email)).at(-1)).toBe(429);
  world.pass(-ahead);
  expect((await signIn(email, { from: OFFICE })).status).toBe(200);
});

describe("a browser that has signed in before", () => {
  it("has six tries of its own, no more", async () => {
    const cookies = await rememberedBrowser(OFFICE);
    const statuses: number[] = [];
    for (let n = 0; n < 9; n += 1)
      statuses.push((await signIn(email, { from: `192.0.2.${n}`, password: "wrong", cookies })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429, 429]);
  });

  it("is known by a signed cookie that no script reads, and to no other account", async () => {
    const { cookies } = await signIn(email, { from: OFFICE });
    const mark = cookies.find(({ name }) => name.startsWith("browser-"));
    expect(mark).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/api/auth" });
    expect(JSON.stringify(mark)).not.toContain(world.idOf("idris"));
    const [name = "", value = ""] = [mark?.name, mark?.value];
    await guess(OFFICE, 9, () => email);
    const forged = [`${value}x`, `x${value}`, `.${value.split(".")[1]}`, value.split(".")[0] ?? "", ""];
    for (const other of forged)
      expect((await signIn(email, { from: OFFICE, cookies: { [name]: other } })).status, other).toBe(429);
    await guess(OFFICE, 9, () => "lena@waypost.test");
    expect((await signIn("lena@waypost.test", { from: OFFICE, cookies: { [name]: value } })).status).toBe(
      429,
    );
  });
});

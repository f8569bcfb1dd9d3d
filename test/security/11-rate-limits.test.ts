import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningApp } from "#server/app.ts";
import { toNetwork } from "#server/auth/sign-in/ip-network.ts";
import { makeWorld, openBeside, type World } from "../support/app/app-with-people.ts";

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

const attempt = (
  app: RunningApp["fastify"],
  email: string,
  headers: Record<string, string> = {},
  remoteAddress = "203.0.113.9",
) =>
  app.inject({
    method: "POST",
    url: "/api/auth/login",
    remoteAddress,
    headers: { "content-type": "application/json", ...headers },
    payload: JSON.stringify({ email, password: "not the password" }),
  });
const served = (answers: { statusCode: number }[]) =>
  answers.filter(({ statusCode }) => statusCode !== 429).length;

describe("class 11, walking around the limits", () => {
  it("an invented X-Forwarded-For is no other network, with a hundred of them", async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        attempt(world.fastify, "idris@waypost.test", {
          "x-forwarded-for": `198.51.100.${n}`,
          forwarded: `for=198.51.100.${n}`,
          "x-real-ip": `198.51.100.${n}`,
        }),
      ),
    );
    expect(served(answers)).toBeLessThanOrEqual(6);
  });

  it("two instances share one count, and letters, plus and width of an address are one address", async () => {
    const foldedSpellings = [
      "Lena@Waypost.test",
      "LENA@WAYPOST.TEST",
      "lena@waypost.test",
      "ｌｅｎａ@waypost.test",
    ];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        attempt(
          n % 2 ? other.fastify : world.fastify,
          foldedSpellings[n % foldedSpellings.length] ?? "",
          {},
          "203.0.113.40",
        ),
      ),
    );
    expect(served(answers)).toBeLessThanOrEqual(6);
  });

  it("a restart in between forgets nothing", async () => {
    for (let n = 0; n < 6; n += 1) await attempt(world.fastify, "rafael@waypost.test", {}, "203.0.114.99");
    const again = await openBeside(world);
    expect((await attempt(again.fastify, "rafael@waypost.test", {}, "203.0.114.99")).statusCode).toBe(429);
    await again.close();
  });

  it("a hundred networks guess no more than thirty times at one account", async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => attempt(world.fastify, "maren@waypost.test", {}, `192.0.2.${n}`)),
    );
    expect(served(answers)).toBe(30);
  });

  it("a walk through an IPv6 network is one caller", async () => {
    expect(
      new Set(
        ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:DB8:1:2:0:0:0:3"].map((ip) =>
          toNetwork(ip).toLowerCase(),
        ),
      ).size,
    ).toBe(1);
    expect(toNetwork("2001:db8:1:3::1")).not.toBe(toNetwork("2001:db8:1:2::1"));
    expect(toNetwork("::ffff:203.0.113.7")).toBe("203.0.113.7");
    const answers = await Promise.all(
      Array.from({ length: 140 }, (_, n) =>
        attempt(world.fastify, `walker${n}@waypost.test`, {}, `2001:db8:9:9::${n.toString(16)}`),
      ),
    );
    expect(served(answers)).toBeLessThanOrEqual(100);
  }, 60_000);
});

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listEndpoints } from "#contract/api.ts";
import { makeWorld, type World } from "../support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

describe("class 27, what browsers and proxies keep", () => {
  it("is nothing of the API: every answer says no-store, refusals too", async () => {
    for (const { method, path } of listEndpoints()) {
      if (method !== "GET" || path === "/events" || path === "/logo") continue;
      const address = path.replaceAll(/\{\w+\}/g, world.idOf("tomas"));
      for (const name of ["maren", null] as const) {
        const { headers, status } = await world.as(name).get(address);
        expect([address, status, headers["cache-control"]]).toEqual([address, status, "no-store"]);
        expect(headers["x-content-type-options"]).toBe("nosniff");
        expect(headers["content-security-policy"]).toMatch(/default-src '(self|none)'/);
        expect(headers["referrer-policy"]).toBe("no-referrer");
      }
    }
  });

  it("is nothing of the API either where the address is written in another way that leads there", async () => {
    const authorization = `Bearer ${await world.tokenOf("maren")}`;
    for (const url of ["/%61pi/auth/me", "/ap%69/auth/%6De"]) {
      const { statusCode, headers } = await world.fastify.inject({ url, headers: { authorization } });
      expect([url, statusCode, headers["cache-control"]]).toEqual([url, 200, "no-store"]);
      expect(headers["x-request-id"]).toBeDefined();
    }
    for (const url of ["/%2561pi/auth/me", "/api%2Fauth/me", "/api/auth%3Fme", "/api/auth/%25%36De"]) {
      const { body } = await world.fastify.inject({ url, headers: { authorization } });
      expect([url, body.includes(world.people.maren.email)]).toEqual([url, false]);
    }
  });
});

describe("class 28, objects that strangers may ask for", () => {
  it("are none: no public endpoint takes an id", () => {
    const open = listEndpoints().filter(({ policy }) => policy === "public");
    expect(open.filter(({ path, params }) => path.includes("{") || params !== undefined)).toEqual([]);
  });
});

describe("class 25, what is for developers", () => {
  it("is not served: no source maps beside the web app", () => {
    const web = join(import.meta.dirname, "..", "..", "dist", "web");
    const files = existsSync(web) ? readdirSync(web, { recursive: true, encoding: "utf8" }) : [];
    expect(files.filter((name) => name.endsWith(".map"))).toEqual([]);
  });
});

describe("class 6, tokens of links", () => {
  it.each([0, -1, 1.5, 169, 1e9, "NaN", "", " ", null])("expires_in_hours %j is refused", async (hours) => {
    const body = {
      email: `${crypto.randomUUID()}@cast.test`,
      user_type: "internal",
      expires_in_hours: hours,
    };
    expect((await world.as("maren").post("/users/invite", body)).status).toBe(422);
  });
});

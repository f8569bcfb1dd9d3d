import cookie from "@fastify/cookie";
import createFastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listEndpoints } from "#contract/api.ts";
import { endpoint } from "#contract/endpoint.ts";
import { reference } from "#contract/reference.ts";
import { refuseMissingRoutes, refuseUndeclaredRoutes } from "#server/lib/http/default-deny.ts";
import { makeWorld, type World } from "../support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

const declared = [...listEndpoints(), ...Object.values(reference)];
const guarded = () => {
  const fastify = createFastify();
  refuseUndeclaredRoutes(fastify);
  return fastify;
};
const hello = endpoint({ method: "GET", path: "/hello", policy: "signed-in", summary: "Say hello" });

describe("default deny", () => {
  it("refuses a route without a policy, whoever registers it", async () => {
    const fastify = guarded();
    expect(() => fastify.get("/api/secret", () => "hello")).toThrow(/GET .*\/api\/secret has no policy/);
    expect(() => fastify.post("/metricsx", () => "hello")).toThrow(/has no policy/);
    const nested = async () => {
      await fastify.register(async (inner) => {
        inner.delete("/api/x", () => "");
      });
    };
    await expect(nested()).rejects.toThrow(/DELETE .*\/api\/x has no policy/);
  });

  it("lets a declared route pass, and the few that stand outside the API", async () => {
    const fastify = guarded();
    await fastify.register(cookie);
    fastify.get("/api/hello", { config: { endpoint: hello } }, () => "hello");
    fastify.get("/healthz", () => "ok");
    await fastify.ready();
    expect((await fastify.inject("/api/hello")).statusCode).toBe(200);
  });

  it("refuses to start when a declared endpoint has no route", () => {
    const fastify = guarded();
    fastify.get("/api/hello", { config: { endpoint: hello } }, () => "hello");
    expect(() => refuseMissingRoutes(fastify, [hello])).not.toThrow();
    const lost = endpoint({ method: "POST", path: "/lost", policy: "public", summary: "Be lost" });
    expect(() => refuseMissingRoutes(fastify, [hello, lost])).toThrow(
      "POST /lost is declared and has no route",
    );
  });

  it("gives every permission of a policy to at least one role, so that no endpoint is dead", async () => {
    const held = await world.db.selectFrom("role_permissions").select("permission").distinct().execute();
    const known = new Set(held.map(({ permission }) => permission));
    const dead = declared.filter(({ policy }) => {
      if (policy === "public" || policy === "signed" || policy === "signed-in") return false;
      return ![policy].flat().some((permission) => known.has(permission));
    });
    expect(dead).toEqual([]);
  });

  it("answers nothing at addresses that are not declared, not even to administrators", async () => {
    const maren = world.as("maren");
    for (const path of ["/debug", "/groups/export", "/tickets.json", "/admin", "/env"])
      expect([path, (await maren.get(path)).status]).toEqual([path, 404]);
    // The file server of a built web app is asked too, and calls two slashes forbidden.
    expect((await maren.get("/users//")).status).toBeOneOf([403, 404]);
    const { fastify } = world;
    for (const url of ["/.env", "/server/main.ts", "/main.ts", "/package.json", "/.git/config"]) {
      const answer = await fastify.inject(url);
      expect([url, /DATABASE|import |"dependencies"|\[core\]/.test(answer.body)]).toEqual([url, false]);
    }
  });

  it("knows no method beyond those declared", async () => {
    const { fastify } = world;
    for (const method of ["TRACE", "PATCH", "DELETE", "PUT"] as const) {
      const answer = await fastify.inject({ method, url: "/api/auth/login" });
      expect([method, answer.statusCode >= 400]).toEqual([method, true]);
    }
  });
});

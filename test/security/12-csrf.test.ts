import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listEndpoints } from "#contract/api.ts";
import { fingerprint, openStage } from "../access/test-desk.ts";
import { PASSWORD } from "../support/app/app-with-people.ts";

let stage: Awaited<ReturnType<typeof openStage>>;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const READS = listEndpoints().filter(({ method, path }) => method === "GET" && path !== "/events");

describe("class 12, requests that another site makes a browser send", () => {
  it("never ride on a cookie: every write but renewal and sign-out wants a bearer token", async () => {
    const { world } = stage;
    const signedIn = await world
      .as()
      .post("/auth/login", { email: world.people.maren.email, password: PASSWORD });
    const refresh = signedIn.cookies[0]?.value ?? "";
    const before = await fingerprint(stage);
    for (const { method, path, policy } of listEndpoints()) {
      // What is signed is signed by no browser.
      if (method === "GET" || policy === "public" || policy === "signed") continue;
      const answer = await world.fastify.inject({
        method,
        url: `/api${path.replaceAll(/\{\w+\}/g, crypto.randomUUID())}`,
        cookies: { refresh },
      });
      expect([method, path, answer.statusCode]).toEqual([method, path, 401]);
    }
    expect(await fingerprint(stage)).toBe(before);
  });

  it.each([
    ["https://evil.test", "cross-site"],
    ["null", "cross-site"],
    ["https://waypost.evil.test", "same-site"],
  ])("are refused renewal and sign-out from %s", async (origin, site) => {
    const { world } = stage;
    const signedIn = await world
      .as()
      .post("/auth/login", { email: world.people.lena.email, password: PASSWORD });
    const cookies = { refresh: signedIn.cookies[0]?.value ?? "" };
    for (const url of ["/api/auth/refresh", "/api/auth/logout"])
      for (const headers of [{ origin }, { "sec-fetch-site": site }, { origin, "sec-fetch-site": site }])
        expect((await world.fastify.inject({ method: "POST", url, cookies, headers })).statusCode).toBe(403);
    const fine = await world.fastify.inject({ method: "POST", url: "/api/auth/refresh", cookies });
    expect(fine.statusCode).toBe(200);
  });

  it("are refused from the same host under another scheme, unless the browser itself calls it the same", async () => {
    const { world } = stage;
    const renewFrom = async (headers: Record<string, string>) => {
      const signedIn = await world
        .as()
        .post("/auth/login", { email: world.people.lena.email, password: PASSWORD });
      const answer = await world.fastify.inject({
        method: "POST",
        url: "/api/auth/refresh",
        cookies: { refresh: signedIn.cookies[0]?.value ?? "" },
        headers: { host: "desk.test", ...headers },
      });
      return answer.statusCode;
    };
    expect(await renewFrom({ origin: "https://desk.test" })).toBe(403);
    expect(await renewFrom({ origin: "https://desk.test", "sec-fetch-site": "same-site" })).toBe(403);
    expect(await renewFrom({ origin: "http://desk.test:8080" })).toBe(403);
    expect(await renewFrom({ origin: "http://desk.test" })).toBe(200);
    // A proxy that ends TLS: the server sees http, and the browser vouches for the scheme.
    expect(await renewFrom({ origin: "https://desk.test", "sec-fetch-site": "same-origin" })).toBe(200);
  });

  it("cannot be forms: a body that is no JSON is not read", async () => {
    const { world } = stage;
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
    ]) {
      const answer = await world.fastify.inject({
        method: "POST",
        url: "/api/auth/login",
        headers: { "content-type": type },
        payload: JSON.stringify({ email: world.people.maren.email, password: PASSWORD }),
      });
      expect([type, answer.statusCode]).toEqual([type, 415]);
    }
  });

  it("change nothing by reading: no GET, HEAD or OPTIONS writes a row", async () => {
    const { world } = stage;
    const authorization = `Bearer ${await world.tokenOf("maren")}`;
    await world.as("maren").get("/auth/me");
    const before = await fingerprint(stage);
    for (const method of ["GET", "HEAD", "OPTIONS"] as const)
      for (const { path } of READS) {
        const url = `/api${path.replaceAll(/\{\w+\}/g, world.idOf("tomas"))}`;
        await world.fastify.inject({ method, url, headers: { authorization } });
      }
    expect(await fingerprint(stage)).toBe(before);
  });
});

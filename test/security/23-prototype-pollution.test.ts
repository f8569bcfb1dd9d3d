import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listEndpoints } from "#contract/api.ts";
import { z } from "zod";
import { makeWorld, type World } from "../support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

const BODIES = [
  '{"__proto__":{"polluted":true},"subject":"a","issue":"b"}',
  '{"subject":"a","issue":"b","constructor":{"prototype":{"polluted":true}}}',
  '{"subject":{"__proto__":{"polluted":true}},"issue":"b"}',
  '{"subject":"a","issue":"b","attachment_ids":[{"__proto__":{"polluted":true}}]}',
  '[{"__proto__":{"polluted":true}}]',
  '{"subject":["a"],"issue":{"toString":"x"}}',
];

describe("class 23, prototypes and parameters", () => {
  it.each(BODIES)("%s is refused, and no object is changed by it", async (payload) => {
    const authorization = `Bearer ${await world.tokenOf("idris")}`;
    const headers = { authorization, "content-type": "application/json" };
    const answer = await world.fastify.inject({ method: "POST", url: "/api/tickets", headers, payload });
    expect([400, 422]).toContain(answer.statusCode);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it("does not take prototypes from a query", async () => {
    for (const query of [
      "__proto__[polluted]=1",
      "constructor.prototype.polluted=1",
      "status[]=open",
      "status[$ne]=open",
    ]) {
      const answer = await world.as("idris").get(`/tickets?${query}`);
      expect([query, answer.status]).toEqual([query, 422]);
    }
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it("refuses a parameter that is given twice, wherever there are parameters", async () => {
    const lists = listEndpoints().flatMap(({ method, path, query }) =>
      method === "GET" && query instanceof z.ZodObject && !path.includes("{")
        ? Object.keys(query.shape).map((field) => `${path}?${field}=1&${field}=2`)
        : [],
    );
    expect(lists.length).toBeGreaterThan(30);
    for (const address of lists)
      expect([address, (await world.as("maren").get(address)).status]).toEqual([address, 422]);
  });
});

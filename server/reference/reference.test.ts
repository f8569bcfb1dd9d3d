import { createConfig, lintFromString } from "@redocly/openapi-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listEndpoints } from "#contract/api.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

it("describes the API as valid OpenAPI 3.1", async () => {
  const { text } = await world.as().get("/openapi.json");
  const config = await createConfig({
    extends: ["recommended"],
    rules: { "no-server-example.com": "off", "operation-4xx-response": "error" },
  });
  const problems = await lintFromString({ source: text, absoluteRef: "openapi.json", config });
  const severe = problems
    .filter((problem) => problem.severity === "error")
    .map((problem) => `${problem.message} at ${problem.location[0]?.pointer}`);
  expect(severe).toEqual([]);
});

it("describes every endpoint with words and an example", () => {
  const bare = listEndpoints().filter(
    (endpoint) => endpoint.summary.length < 5 || (endpoint.body && endpoint.example?.body === undefined),
  );
  expect(bare.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

it("gives examples that the contract itself accepts", () => {
  for (const { method, path, example, ...schemas } of listEndpoints()) {
    if (schemas.body)
      expect(schemas.body.safeParse(example?.body).success, `body of ${method} ${path}`).toBe(true);
    if (schemas.params && example?.params)
      expect(schemas.params.safeParse(example.params).success, `params of ${method} ${path}`).toBe(true);
    if (schemas.query && example?.query)
      expect(schemas.query.safeParse(example.query).success, `query of ${method} ${path}`).toBe(true);
  }
});

it("can be read as a page without scripts", async () => {
  const page = await world.as().get("/docs");
  expect(page.headers["content-type"]).toContain("text/html");
  expect(page.text).toContain("/api/tickets/{ticket_id}");
  expect(page.text).not.toContain("<script");
});

it("keeps the colon of roles:set from matching its neighbors", async () => {
  const id = world.idOf("tomas");
  const maren = world.as("maren");
  for (const neighbor of ["rolesXset", "roles", "roles:", "roles:sets", "rolesset"]) {
    expect((await maren.post(`/users/${id}/${neighbor}`, { role_names: ["Client"] })).status, neighbor).toBe(
      404,
    );
  }
});

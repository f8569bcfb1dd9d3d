import { afterAll, beforeAll, expect, it } from "vitest";
import { makeWorld, type World } from "../test/support/app/app-with-people.ts";
import { watchStatements } from "../test/support/database/watch-statements.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

it("whether the process lives is answered without the database, also to somebody signed in", async () => {
  const authorization = `Bearer ${await world.tokenOf("idris")}`;
  const asked: string[] = [];
  const stop = watchStatements((text) => asked.push(text));
  const answer = await world.fastify.inject({ url: "/healthz", headers: { authorization } });
  stop();
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: "ok" }]);
  expect(asked).toEqual([]);
});

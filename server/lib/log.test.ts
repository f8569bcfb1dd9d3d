import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { makeLog } from "./log.ts";

/** Stands for what somebody wrote. */
const CANARY = "zebrafinch";
const lines: string[] = [];
const log = makeLog({ logLevel: "info" }, { write: (line) => lines.push(line) });

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

test("a statement that fails is logged by its codes, and by nothing that it was given", async () => {
  const failing = [
    ["select $1::uuid", [CANARY]],
    ["select $1::json", [`{"subject":"${CANARY}`]],
    ["insert into companies (name) values ($1), ($1)", [CANARY]],
    ["do $$ begin raise exception 'about zebrafinch' using hint = 'zebrafinch'; end $$", []],
  ] as const;
  for (const [text, values] of failing) {
    // One after the other, so that each line belongs to its statement.
    // oxlint-disable-next-line no-await-in-loop
    const error: unknown = await world.pool.query(text, [...values]).catch((reason: unknown) => reason);
    expect(String(error) + JSON.stringify(error)).toContain(CANARY);
    log.error({ err: error }, "request failed");
  }
  const written = lines.map((line) => JSON.parse(line).err);
  expect(lines.join("")).not.toContain(CANARY);
  expect(written.map(({ code }) => code)).toEqual(["22P02", "22P02", "23505", "P0001"]);
  expect(written[2]).toMatchObject({ constraint: "companies_name", table: "companies" });
  for (const { stack } of written) expect(stack).toMatch(/^\s+at /);
});

test("an error of ours keeps its sentence, and the codes of what caused it", () => {
  lines.length = 0;
  const cause = Object.assign(new Error("connection reset"), { code: "ECONNRESET" });
  log.error({ err: new Error("The queue is gone", { cause }) }, "job queue");
  expect(JSON.parse(lines[0] ?? "").err).toMatchObject({
    message: "The queue is gone",
    cause: { code: "ECONNRESET", message: "connection reset" },
  });
});

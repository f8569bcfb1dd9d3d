import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../../test/support/app/app-with-people.ts";
import { actorOf, asGuest } from "../../../test/support/app/as-external-user.ts";
import { type Asked, buildOnce } from "./build-once.ts";
import { isGuestTransaction } from "./row-level-security.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

const SOME_ID = "7d9c2f4e-0b1a-4c3d-9e8f-001122334455";
const OTHER_ID = "1A2B3C4D-5e6f-4a7b-8c9d-556677889900";

type Of = { id: string; word?: string; ids?: string[] };

/** A statement that answers what it was built from, and how often it was built. */
function makeEcho() {
  const seen = { built: 0 };
  const echo = buildOnce(({ actor, db, now }: Asked, { id, word, ids = [] }: Of) => {
    seen.built += 1;
    return sql<
      Record<string, unknown>
    >`select ${actor.id}::uuid as actor, ${actor.company_id}::uuid as company,
      ${id}::text as id, ${now}::timestamptz as now, ${word ?? null}::text as word,
      ${sql.lit(id === actor.id)} as is_own, ${sql.lit(isGuestTransaction(db))} as is_guest,
      array[${sql.join([id, ...ids])}]::text[] as ids`;
  });
  return { echo, seen };
}

async function askedBy(name: Name, db = world.app.db): Promise<Asked> {
  return { app: world.app, db, actor: await actorOf(world, name), now: world.clock.now() };
}

describe("a statement that is built once", () => {
  it("answers each of those who may the same by their own ids", async () => {
    const { echo, seen } = makeEcho();
    const [priya, helena] = [await askedBy("priya"), await askedBy("helena")];
    expect(priya.actor.company_id).not.toBe(helena.actor.company_id);
    for (const asked of [priya, helena, priya]) {
      const { id: actor, company_id: company } = asked.actor;
      expect(await echo(asked, { id: SOME_ID })).toMatchObject([{ actor, company, id: SOME_ID }]);
    }
    expect(seen.built).toBe(1);
  });

  it("is built anew for whoever may something else", async () => {
    const { echo, seen } = makeEcho();
    for (const name of ["maren", "rafael", "idris", "priya", "tomas", "nobody"] as const)
      await echo(await askedBy(name), { id: SOME_ID });
    expect(seen.built).toBe(6);
  });

  it("takes the ids and the time of each request, as they were written", async () => {
    const { echo, seen } = makeEcho();
    const asked = await askedBy("idris");
    const now = new Date("2026-11-21T09:00:00.000Z");
    expect(await echo(asked, { id: SOME_ID, ids: [OTHER_ID] })).toMatchObject([{ ids: [SOME_ID, OTHER_ID] }]);
    expect(await echo({ ...asked, now }, { id: OTHER_ID, ids: [SOME_ID] })).toMatchObject([
      { ids: [OTHER_ID, SOME_ID], now },
    ]);
    expect(seen.built).toBe(1);
  });

  it("knows which ids are the same one", async () => {
    const { echo, seen } = makeEcho();
    const { actor, ...asked } = await askedBy("idris");
    expect(await echo({ ...asked, actor }, { id: SOME_ID })).toMatchObject([{ is_own: false }]);
    expect(await echo({ ...asked, actor }, { id: actor.id })).toMatchObject([{ is_own: true }]);
    expect(await echo({ ...asked, actor }, { id: OTHER_ID, ids: [OTHER_ID] })).toMatchObject([
      { ids: [OTHER_ID, OTHER_ID], is_own: false },
    ]);
    expect(seen.built).toBe(3);
  });

  it("is another for each text, also for one that looks like what stands in for an id", async () => {
    const { echo } = makeEcho();
    const asked = await askedBy("idris");
    for (const word of ["vpn", "id 0", "\\u0000id 1", `"${SOME_ID}"`, `"\\"${SOME_ID}\\""`, "$1", "it's"])
      expect(await echo(asked, { id: SOME_ID, word })).toMatchObject([{ id: SOME_ID, word }]);
  });

  it("is another within the transaction of an external user", async () => {
    const { echo } = makeEcho();
    expect(await echo(await askedBy("tomas"), { id: SOME_ID })).toMatchObject([{ is_guest: false }]);
    await asGuest(world, "tomas", async (db) => {
      expect(await echo(await askedBy("tomas", db), { id: SOME_ID })).toMatchObject([{ is_guest: true }]);
    });
  });

  it.each<[string, (now: Date, word: string) => unknown]>([
    ["a time", (now) => now.getTime()],
    ["a sum", (now) => Number(now) - 1],
    ["a text", (_, word) => `${word}!`],
    ["JSON", (_, word) => JSON.stringify({ word })],
  ])("makes %s of nothing that only stands in for a value", async (_, make) => {
    const made = buildOnce(
      ({ now }: Asked, _of: null, { word }: { word: string }) => sql`select ${make(now, word)}`,
    );
    await expect(made(await askedBy("idris"), null, { word: "vpn" })).rejects.toThrow(TypeError);
  });

  it("hands values on as they are", async () => {
    const seen = { built: 0 };
    const echo = buildOnce(
      (_: Asked, id: string, given: { word: string | null; words: string[]; at: Date }) => {
        seen.built += 1;
        return sql`select ${id}::uuid as id, ${given.word}::text as word, ${given.words}::text[] as words, ${given.at}::timestamptz as at`;
      },
    );
    const asked = await askedBy("idris");
    for (const word of ["vpn", "id 0", SOME_ID, "", null]) {
      const given = { word, words: [SOME_ID, "id 0", "$1"], at: new Date("2026-11-21T09:00:00.000Z") };
      expect(await echo(asked, OTHER_ID, given)).toEqual([{ id: OTHER_ID.toLowerCase(), ...given }]);
    }
    expect(seen.built).toBe(1);
  });

  it("is refused by the database where an id was made part of a longer text", async () => {
    const longer = buildOnce((_: Asked, id: string) => sql`select ${`ticket ${id}`}::text`);
    await expect(longer(await askedBy("idris"), SOME_ID)).rejects.toThrow(/invalid byte sequence/);
  });
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { makeWorld, type World } from "../support/app/app-with-people.ts";
import { makeMailbox } from "../support/incoming/incoming-mail.ts";
import * as fc from "../support/property-seed.ts";
import { type Cast, makeCast } from "./mail-leaks/cast.ts";
import { DrawnWorld } from "./mail-leaks/draw.ts";
import { type Play, playStep, settleWorld } from "./mail-leaks/play.ts";
import { readEverything } from "./mail-leaks/read-everything.ts";

const WORLDS = Number(process.env["LEAK_WORLDS"] ?? 6);

let world: World;
let cast: Cast;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waypost-leaks-"));
  world = await makeWorld({ DATA_DIR: folder, MAIL_FROM: "help@waypost.test" });
  await makeMailbox(world);
  cast = await makeCast(world);
});
afterAll(async () => {
  await world.end();
  await rm(folder, { recursive: true, force: true });
});

let words = 0;
const total = { worlds: 0, mails: 0, answers: 0, leaks: 0 };
const outcomes = new Map<string, number>();

describe("mail that comes in, whatever it steals, forges or refers to", () => {
  it(`never brings a word of a ticket to somebody who does not see it (${WORLDS} worlds)`, async () => {
    await fc
      .assert(fc.asyncProperty(DrawnWorld, playWorld), { numRuns: WORLDS, endOnFailure: true })
      .finally(tell);
    for (const state of ["ticket", "comment", "held"])
      expect(outcomes.get(state) ?? 0, state).toBeGreaterThan(0);
  }, 3_600_000);
});

async function playWorld(drawn: DrawnWorld): Promise<void> {
  const play: Play = {
    world,
    cast,
    model: { tickets: [], sharing: new Set(), unplaced: [] },
    position: 0,
    word: () => `mark${(words += 1)}x`,
    leaks: [],
    outcomes: [],
  };
  await settleWorld(play, drawn);
  for (const step of drawn.steps) await playStep(play, step);
  total.answers += await readEverything(play);
  total.worlds += 1;
  total.mails += play.outcomes.length;
  total.leaks += play.leaks.length;
  for (const outcome of play.outcomes) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  expect(play.leaks).toEqual([]);
}

function tell(): void {
  const { worlds, mails, answers, leaks } = total;
  const became = [...outcomes].map(([state, count]) => `${count} ${state}`).join(", ");
  process.stdout.write(
    `mail leaks (seed ${inject("propertySeed")}): ${worlds} worlds, ${mails} mails (${became}), ${answers} answers read, ${leaks} leaks\n`,
  );
}

import { expect, test } from "vitest";
import { makeProgress } from "./progress.ts";

test("a file gets one line per finished step, with its seconds", () => {
  const { output, clock, written } = fake(false);
  const progress = makeProgress(output, clock);
  progress.say("Starting PostgreSQL");
  clock.advance(1240);
  progress.say("Migrating the database");
  clock.advance(300);
  progress.done();
  expect(written()).toBe("  Starting PostgreSQL · 1.2 s\n  Migrating the database · 0.3 s\n");
});

test("a step that failed is not told as done", () => {
  const { output, clock, written } = fake(false);
  const progress = makeProgress(output, clock);
  progress.say("Starting PostgreSQL");
  progress.stop();
  expect(written()).toBe("");
});

test("a terminal sees the step while it runs", () => {
  const { output, clock, written } = fake(true);
  const progress = makeProgress(output, clock);
  progress.say("Starting PostgreSQL");
  expect(written()).toContain("Starting PostgreSQL");
  progress.done();
  expect(written()).toMatch(/ {2}Starting PostgreSQL · 0\.0 s\n$/);
});

function fake(isTTY: boolean) {
  const texts: string[] = [];
  let now = 0;
  const clock = Object.assign(() => now, { advance: (milliseconds: number) => (now += milliseconds) });
  return {
    output: { isTTY, write: (text: string) => texts.push(text) },
    clock,
    written: () => texts.join(""),
  };
}

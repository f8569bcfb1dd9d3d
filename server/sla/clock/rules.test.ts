import { beforeAll, describe, expect, it } from "vitest";
import type { Hours } from "#server/calendars/windows.ts";
import {
  at,
  created,
  openBusinessHours,
  STANDARD,
  WAITED_TWICE,
} from "../../../test/support/sla-clock/case-events.ts";
import { RULE_CASES } from "../../../test/support/sla-clock/rule-cases.ts";
import { findJudging } from "./in-force.ts";
import { runClock } from "./run-clock.ts";
import { describeNow, listStretches } from "./stretches.ts";
import type { ClockEvent } from "./types.ts";

let hours: Hours;
beforeAll(async () => {
  hours = await openBusinessHours();
});

describe("the clock of a ticket", () => {
  it.each(RULE_CASES)("$rule: $promise", ({ check }) => {
    check({ runClock, listStretches, findJudging }, hours);
  });
});

const terms = () => [{ from: 0, policy: STANDARD, hours }];
const now = (events: readonly ClockEvent[], until: string) => {
  const run = runClock({ events, terms: terms(), until: at(until) });
  const clock = run?.clocks.find(({ target }) => target === "resolution");
  return run && clock ? describeNow(run, clock) : null;
};

describe("the receipt", () => {
  it("tells stretch by stretch what counted and why not, and adds up to what was used", () => {
    const run = runClock({ events: WAITED_TWICE, terms: terms(), until: at("18 08:00") });
    const clock = run?.clocks.find(({ target }) => target === "resolution");
    const told = run && clock ? listStretches(run, clock) : [];
    expect(told.map(({ why, note, from, to }) => [why, note, (to - from) / 60])).toEqual([
      ["open_hours", null, 45],
      ["waiting_for_client", "pending", 985],
      ["open_hours", null, 210],
      ["special_day", "Office move", 300],
      ["outside_hours", null, 3720],
      ["open_hours", null, 430],
      ["waiting_for_third_party", "on_hold", 110],
      ["open_hours", null, 60],
      ["outside_hours", null, 840],
      ["open_hours", null, 140],
    ]);
    expect(told.at(-1)?.usedAfter).toBe(clock?.level?.usedSeconds);
    for (const [index, stretch] of told.entries())
      expect(stretch.from).toBe(told[index - 1]?.to ?? at("12 16:20"));
  });

  it("says from when a higher priority counts", () => {
    const raised = [
      created("16 08:00"),
      { kind: "priority" as const, at: at("16 11:00"), priority: "urgent" as const },
    ];
    const run = runClock({ events: raised, terms: terms(), until: at("16 12:00") });
    const clock = run?.clocks.find(({ target }) => target === "resolution");
    const told = run && clock ? listStretches(run, clock) : [];
    expect(told.map(({ why, note, usedAfter }) => [why, note, usedAfter])).toEqual([
      ["below_level", "urgent", 0],
      ["open_hours", null, 3600],
    ]);
  });

  it("says whether the clock runs this second, and until when", () => {
    const raised = WAITED_TWICE.slice(0, 1);
    expect(now(raised, "12 17:00")).toEqual({ countsNow: true, changesAt: at("12 18:00") });
    expect(now(raised, "12 18:00")).toEqual({ countsNow: false, changesAt: at("13 08:00") });
    expect(now(raised, "13 14:00")).toEqual({ countsNow: false, changesAt: at("16 08:00") });
  });
});

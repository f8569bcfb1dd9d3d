import { beforeAll, describe, expect, it } from "vitest";
import type { Hours } from "#server/calendars/windows.ts";
import { openBusinessHours } from "../../../test/support/sla-clock/case-events.ts";
import { type Edit, loadEngine } from "../../../test/support/sla-clock/load-engine.ts";
import { RULE_CASES } from "../../../test/support/sla-clock/rule-cases.ts";

/** Rules, each removed from the engine in one place. */
const MUTANTS: (Edit & { rule: string; without: string })[] = [
  {
    rule: "S4",
    without: "a due time that is the earliest moment",
    file: "level.ts",
    from: "used + worked >= seconds",
    to: "used + worked > seconds",
  },
  {
    rule: "S4",
    without: "a look back at when it was reached",
    file: "level.ts",
    from: "const dueAt = reached ?? ",
    to: "const dueAt = ",
  },
  {
    rule: "S5",
    without: "the second of the due time",
    file: "count-clocks.ts",
    from: "dueAt < at",
    to: "dueAt <= at",
  },
  {
    rule: "S5",
    without: "a target that was reached in time off",
    file: "count-clocks.ts",
    from: "levels.some(({ dueAt }) => dueAt !== null && dueAt < at)",
    to: "levels.some(({ usedSeconds, targetSeconds }) => usedSeconds > targetSeconds)",
  },
  {
    rule: "S8",
    without: "the person who answers",
    file: "timeline.ts",
    from: 'if (event.by === "staff") mark(',
    to: "mark(",
  },
  {
    rule: "S10",
    without: "the first response before the next",
    file: "count-clocks.ts",
    from: "if (first === null) wait = ask(mark)",
    to: "wait = ask(mark)",
  },
  {
    rule: "S10",
    without: "the first one of several comments",
    file: "count-clocks.ts",
    from: "from: questions[0]?.since ?? question.since",
    to: "from: question.since",
  },
  {
    rule: "S10",
    without: "the closed door",
    file: "count-clocks.ts",
    from: "if (isClosed) askedClosed = mark;",
    to: "if (isClosed && false) askedClosed = mark;",
  },
  {
    rule: "S10",
    without: "the comment that opens the ticket again",
    file: "count-clocks.ts",
    from: "if (askedClosed?.at === mark.at) wait = ask(askedClosed);",
    to: "",
  },
  {
    rule: "S11",
    without: "the pause for the client",
    file: "level.ts",
    from: "return policy.pausesForClient",
    to: "return false",
  },
  {
    rule: "S11",
    without: "the pause for a third party",
    file: "level.ts",
    from: "return policy.pausesForThirdParty",
    to: "return false",
  },
  {
    rule: "S11",
    without: "the switch of the policy",
    file: "level.ts",
    from: "return policy.pausesForClient",
    to: "return true",
  },
  {
    rule: "S14",
    without: "the time that was used before",
    file: "count-clocks.ts",
    from: "cycle: nextCycle(timeline, mark),\n        from: timeline.createdAt,",
    to: "cycle: nextCycle(timeline, mark),\n        from: mark.at,",
  },
  {
    rule: "S14",
    without: "a verdict for each closing",
    file: "count-clocks.ts",
    from: 'mark.kind === "reopening"',
    to: "false",
  },
  {
    rule: "S15",
    without: "the lower targets",
    file: "level.ts",
    from: "PRIORITIES.slice(0, PRIORITIES.indexOf(priority) + 1)\n",
    to: "PRIORITIES.slice(PRIORITIES.indexOf(priority), PRIORITIES.indexOf(priority) + 1)\n",
  },
  {
    rule: "S15",
    without: "the time at which the ticket first had the priority",
    file: "level.ts",
    from: "judging.timeline.firstAt[level] ?? from",
    to: "from",
  },
  {
    rule: "S15",
    without: "the first time of several",
    file: "timeline.ts",
    from: "timeline.firstAt[each] ??= at",
    to: "timeline.firstAt[each] = at",
  },
  {
    rule: "S17",
    without: "the trash",
    file: "level.ts",
    from: 'if (stop === "trash" || stop === "merged") return true;',
    to: 'if (stop === "merged") return true;\n  if (stop === "trash") return false;',
  },
  {
    rule: "S18",
    without: "the undo that takes a question along",
    file: "count-clocks.ts",
    from: "until > mark.at",
    to: "until !== 0",
  },
  {
    rule: "S20",
    without: "what was decided before the company changed",
    file: "run-clock.ts",
    from: "decided.get(keyOf(clock)) ?? clock",
    to: "clock",
  },
  {
    rule: "S20",
    without: "the company whose promise judges what had ended before",
    file: "run-clock.ts",
    from: "{ ...clock, companyId }",
    to: "clock",
  },
  {
    rule: "S20",
    without: "the new company",
    file: "in-force.ts",
    from: "...companies.map(",
    to: "...companies.slice(0, 1).map(",
  },
  {
    rule: "S22",
    without: "the moment at which versions have to be there",
    file: "in-force.ts",
    from: "rows?.findLast(({ from }) => from <= at)",
    to: "rows?.at(-1)",
  },
  { rule: "S22", without: "applications", file: "in-force.ts", from: "    ...pins,\n", to: "" },
];

let hours: Hours;
beforeAll(async () => {
  hours = await openBusinessHours();
});

describe("a rule of the clock that is removed is noticed", () => {
  it.each(MUTANTS)("$rule without $without", async ({ rule, without: _, ...edit }) => {
    const engine = await loadEngine(edit);
    const noticed = RULE_CASES.filter(({ check }) => fails(() => check(engine, hours)));
    expect(noticed.map((each) => each.rule)).toContain(rule);
  });

  it("and none is where nothing is removed", async () => {
    const engine = await loadEngine({ file: "level.ts", from: "return used", to: "return used" }).catch(
      () => null,
    );
    expect(engine).toBeNull();
    const same = await loadEngine({ file: "level.ts", from: "let used = 0", to: "let used = 0" });
    expect(RULE_CASES.filter(({ check }) => fails(() => check(same, hours)))).toEqual([]);
  });
});

function fails(check: () => void): boolean {
  try {
    check();
    return false;
  } catch {
    return true;
  }
}

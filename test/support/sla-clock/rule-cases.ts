/*
 * A promise of each rule of the clock, for the engine as it is and for engines in which the rule was removed
 * (rules.test.ts, mutants.test.ts). A case goes by a name of its own, such as S4: rules 901 to 911 say which cases hold
 * them. The desk is open from Monday to Friday, 08:00 to 18:00 in London, unless a case says more.
 */
import { expect } from "vitest";
import type { Hours } from "#server/calendars/windows.ts";
import {
  answer,
  at,
  clocks,
  COMPANY,
  created,
  type Engine,
  find,
  firstResponse,
  HOUR,
  MINUTE,
  nextResponse,
  plain,
  priority,
  question,
  resolution,
  STANDARD,
  status,
  WAITED_TWICE,
} from "./case-events.ts";
import type { Known } from "#server/sla/clock/in-force.ts";
import type { ClockEvent, Policy } from "#server/sla/clock/types.ts";

export type RuleCase = {
  rule: string;
  promise: string;
  check: (engine: Engine, hours: Hours) => void;
};

const NONE = { first_response: null, next_response: null, resolution: null, aroundTheClock: false };
const NOTHING_PROMISED = { low: NONE, normal: NONE, high: NONE, urgent: NONE };

/** What was saved and chosen at a desk; moments are plain numbers. */
const KNOWN: Known = {
  assignments: new Map([
    [null, [{ companyId: null, inherits: false, policyId: "standard", calendarId: "hours", from: 100 }]],
    [
      "priority-care",
      [{ companyId: "priority-care", inherits: false, policyId: "care", calendarId: null, from: 100 }],
    ],
  ]),
  policies: new Map([
    [
      "standard",
      [
        { id: "standard-1", calendarId: null, from: 100 },
        { id: "standard-2", calendarId: null, from: 500 },
      ],
    ],
    ["care", [{ id: "care-1", calendarId: null, from: 100 }]],
  ]),
  calendars: new Map([
    [
      "hours",
      [
        { id: "hours-1", from: 100 },
        { id: "hours-2", from: 700 },
      ],
    ],
  ]),
};

export const RULE_CASES: RuleCase[] = [
  {
    rule: "S4",
    promise: "a target that is reached as the desk closes is due then, and not at the next opening",
    check(engine, hours) {
      const clock = resolution(engine, hours, [created("16 08:00", { priority: "urgent" })], {
        until: "16 09:00",
      });
      expect(clock?.dueAt).toBe(at("16 16:00"));
      const tenHours = {
        ...STANDARD,
        targets: { ...STANDARD.targets, urgent: { ...STANDARD.targets.urgent, resolution: 10 * HOUR } },
      };
      const whole = resolution(engine, hours, [created("16 08:00", { priority: "urgent" })], {
        until: "16 09:00",
        policy: tenHours,
      });
      expect(whole?.dueAt).toBe(at("16 18:00"));
      const over = resolution(engine, hours, [created("16 08:00", { priority: "urgent" })], {
        until: "17 09:00",
        policy: tenHours,
      });
      expect(over?.dueAt).toBe(at("16 18:00"));
      // Reached in the very second in which the ticket began to wait.
      const waited = [
        created("16 08:00", { priority: "urgent" }),
        status("16 18:00", "pending"),
        status("17 09:00", "closed"),
      ];
      const late = resolution(engine, hours, waited, { until: "17 12:00", policy: tenHours });
      expect([late?.state, late?.dueAt]).toEqual(["missed", at("16 18:00")]);
    },
  },
  {
    rule: "S5",
    promise: "ending in the very second of the due time is met, and a second later just missed",
    check(engine, hours) {
      const answered = (time: string) =>
        firstResponse(engine, hours, [created("20 17:30"), answer(time)], { until: "23 12:00" });
      const met = answered("23 11:30:00");
      expect([met?.state, met?.level?.usedSeconds]).toEqual(["met", 4 * HOUR]);
      const missed = answered("23 11:30:01");
      expect([missed?.state, missed?.level?.usedSeconds, missed?.dueAt]).toEqual([
        "missed",
        4 * HOUR + 1,
        at("23 11:30"),
      ]);
      // In a pause, the target reached before it: nothing over, and missed all the same.
      const afterHours = firstResponse(engine, hours, [created("16 14:00"), answer("16 19:00")], {
        until: "16 20:00",
      });
      expect([afterHours?.state, afterHours?.level?.usedSeconds]).toEqual(["missed", 4 * HOUR]);
      const running = firstResponse(engine, hours, [created("16 08:00")], { until: "16 15:00" });
      expect([running?.state, running?.dueAt]).toEqual(["running", at("16 12:00")]);
    },
  },
  {
    rule: "S8",
    promise:
      "the first response is the first public comment that a person of the desk wrote; no status pauses it",
    check(engine, hours) {
      const events = [
        created("16 08:00"),
        answer("16 08:01", "system"),
        status("16 08:30", "pending"),
        answer("16 09:00"),
        answer("16 10:00"),
      ];
      const clock = firstResponse(engine, hours, events, { until: "16 12:00" });
      expect([clock?.state, clock?.endedAt, clock?.level?.usedSeconds]).toEqual([
        "met",
        at("16 09:00"),
        HOUR,
      ]);
      const deleted = firstResponse(
        engine,
        hours,
        [created("16 08:00"), { kind: "answer", at: at("16 09:00"), by: "staff", isDeleted: true }],
        { until: "16 12:00" },
      );
      expect([deleted?.state, deleted?.isAnswerDeleted]).toEqual(["met", true]);
    },
  },
  {
    rule: "S9",
    promise:
      "of a ticket that staff raised the first response is not measured; the next one begins with the client's first comment",
    check(engine, hours) {
      const events = [created("16 08:00", { by: "staff" }), question("16 09:00"), answer("16 10:00")];
      const all = clocks(engine, hours, events, { until: "16 12:00" });
      expect(find(all, "first_response")?.state).toBe("not_measured");
      const next = find(all, "next_response");
      expect([next?.startedAt, next?.state, next?.level?.usedSeconds]).toEqual([at("16 09:00"), "met", HOUR]);
      expect(find(all, "resolution")?.state).toBe("running");
    },
  },
  {
    rule: "S10",
    promise:
      "each wait for a next response begins with the first unanswered comment, once the first response is over",
    check(engine, hours) {
      const events = [
        created("16 08:00"),
        question("16 08:30"),
        answer("16 09:00"),
        question("16 10:00"),
        question("16 11:00"),
        answer("16 12:00"),
        question("16 13:00"),
        status("16 14:00", "closed"),
        status("17 09:00", "open"),
        question("17 10:00"),
      ];
      const all = clocks(engine, hours, events, { until: "17 11:00" });
      const waits = all.filter(({ target }) => target === "next_response");
      expect(waits.map(({ state, startedAt, endedAt }) => [state, startedAt, endedAt])).toEqual([
        ["met", at("16 10:00"), at("16 12:00")],
        ["not_needed", at("16 13:00"), at("16 14:00")],
        ["running", at("17 10:00"), null],
      ]);
      // A word that opens nothing asks for nothing; one that does waits since then.
      const closed = [...events.slice(0, 3), status("16 10:00", "closed"), question("16 11:00")];
      const opened = [...closed, status("16 12:00", "open"), status("16 13:00", "closed")];
      const asked = [...opened, question("16 14:00"), status("16 14:00", "open")];
      for (const [history, since] of [
        [closed, undefined],
        [opened, undefined],
        [asked, at("16 14:00")],
      ] as const)
        expect(nextResponse(engine, hours, [...history], { until: "16 15:00" })?.startedAt).toBe(since);
    },
  },
  {
    rule: "S11",
    promise:
      "the resolution waits with the client and with a third party, while that is agreed; a response does not",
    check(engine, hours) {
      const clock = resolution(engine, hours, WAITED_TWICE, { until: "18 08:00" });
      expect([clock?.state, clock?.level?.usedSeconds, clock?.dueAt]).toEqual([
        "met",
        14 * HOUR + 45 * MINUTE,
        at("17 11:35"),
      ]);
      const running = { ...STANDARD, pausesForClient: false, pausesForThirdParty: false };
      const all = resolution(engine, hours, WAITED_TWICE, { until: "18 08:00", policy: running });
      expect(all?.level?.usedSeconds).toBe(
        14 * HOUR + 45 * MINUTE + 55 * MINUTE + 90 * MINUTE + 110 * MINUTE,
      );
      const paused = resolution(engine, hours, WAITED_TWICE.slice(0, 2), { until: "12 17:30" });
      expect([paused?.state, paused?.dueAt]).toEqual(["paused", null]);
    },
  },
  {
    rule: "S13",
    promise:
      "a closing without an answer ends the first response as not needed, unless it was missed by then",
    check(engine, hours) {
      const closed = (time: string) =>
        firstResponse(engine, hours, [created("16 08:00"), status(time, "closed")], { until: "17 08:00" });
      expect(closed("16 11:00")?.state).toBe("not_needed");
      expect(closed("16 12:00")?.state).toBe("not_needed");
      expect(closed("16 12:01")?.state).toBe("missed");
    },
  },
  {
    rule: "S14",
    promise:
      "a reopened ticket goes on with the time that it has used, and each closing is a verdict of its own",
    check(engine, hours) {
      const events = [
        created("16 08:00", { priority: "urgent" }),
        status("16 11:00", "closed"),
        status("17 08:00", "open"),
        status("17 13:00", "closed"),
        status("18 08:00", "open"),
      ];
      const all = clocks(engine, hours, events, { until: "18 08:30" });
      const ends = [1, 2, 3].map((cycle) => find(all, "resolution", cycle));
      expect(ends.map((clock) => [clock?.state, clock?.level?.usedSeconds])).toEqual([
        ["met", 3 * HOUR],
        ["met", 8 * HOUR],
        ["running", 8 * HOUR + 30 * MINUTE],
      ]);
      expect(find(all, "first_response")?.state).toBe("missed");
    },
  },
  {
    rule: "S15",
    promise:
      "every target up to the present priority holds from when the ticket first had it, and the earliest one decides",
    check(engine, hours) {
      const raised = (time: string, until: string, more: ClockEvent[] = []) =>
        resolution(engine, hours, [created("16 08:00"), priority(time, "urgent"), ...more], { until });
      expect(raised("16 11:00", "16 12:00")).toMatchObject({
        dueAt: at("17 09:00"),
        level: { priority: "urgent" },
      });
      // 39 hours of Normal are used: its target is still the earlier one.
      expect(raised("19 17:00", "19 17:30")).toMatchObject({
        dueAt: at("19 18:00"),
        level: { priority: "normal" },
      });
      const lowered = raised("16 11:00", "16 13:00", [priority("16 12:00", "normal")]);
      expect(lowered).toMatchObject({ dueAt: at("19 18:00"), level: { priority: "normal" } });
      const again = raised("16 11:00", "16 15:00", [
        priority("16 12:00", "normal"),
        priority("16 14:00", "urgent"),
      ]);
      expect(again).toMatchObject({ dueAt: at("17 09:00"), level: { priority: "urgent" } });
      const empty = {
        ...STANDARD,
        targets: { ...STANDARD.targets, urgent: { ...STANDARD.targets.urgent, resolution: null } },
      };
      const unpromised = resolution(engine, hours, [created("16 08:00"), priority("16 11:00", "urgent")], {
        until: "16 12:00",
        policy: empty,
      });
      // Of High nothing is used before 11:00.
      expect(unpromised).toMatchObject({ dueAt: at("17 17:00"), level: { priority: "high" } });
    },
  },
  {
    rule: "S16",
    promise: "around the clock counts every second for its own priority alone",
    check(engine, hours) {
      const policy = {
        ...STANDARD,
        targets: { ...STANDARD.targets, urgent: { ...STANDARD.targets.urgent, aroundTheClock: true } },
      };
      const events = [created("20 17:00", { priority: "urgent" })];
      const clock = resolution(engine, hours, events, { until: "20 17:30", policy });
      expect([clock?.dueAt, clock?.warnAt]).toEqual([at("21 01:00"), at("20 23:00")]);
      const normal = resolution(engine, hours, [created("20 17:00")], { until: "20 17:30", policy });
      expect(normal?.dueAt).toBe(at("26 17:00"));
    },
  },
  {
    rule: "S17",
    promise: "time in the trash counts for nothing",
    check(engine, hours) {
      const events = [
        created("16 08:00"),
        plain("trashed", "16 09:00"),
        plain("restored", "16 15:00"),
        answer("16 16:00"),
      ];
      const all = clocks(engine, hours, events, { until: "16 17:00" });
      expect(find(all, "first_response")).toMatchObject({ state: "met", level: { usedSeconds: 2 * HOUR } });
      expect(find(all, "resolution")).toMatchObject({ state: "running", level: { usedSeconds: 3 * HOUR } });
      const lying = resolution(engine, hours, events.slice(0, 2), { until: "16 12:00" });
      expect([lying?.state, lying?.dueAt]).toEqual(["paused", null]);
    },
  },
  {
    rule: "S18",
    promise: "a merge ends what runs without a verdict, and its undo brings it back without the time between",
    check(engine, hours) {
      const events = [
        created("16 08:00"),
        plain("merged", "16 09:00"),
        plain("unmerged", "16 15:00"),
        answer("16 16:00"),
      ];
      const merged = firstResponse(engine, hours, events.slice(0, 2), { until: "16 12:00" });
      expect([merged?.state, merged?.endedAt, merged?.dueAt]).toEqual(["merged", at("16 09:00"), null]);
      const back = firstResponse(engine, hours, events, { until: "16 17:00" });
      expect(back).toMatchObject({ state: "met", level: { usedSeconds: 2 * HOUR } });
      const again = [...events.slice(0, 3), plain("merged", "16 15:00")];
      expect(firstResponse(engine, hours, again, { until: "16 16:00" })?.endedAt).toBe(at("16 15:00"));
      // A question that came with another ticket waits from its own time.
      const came: ClockEvent[] = [
        created("16 08:00"),
        answer("16 08:30"),
        { kind: "question", at: at("16 12:00"), since: at("16 10:00") },
        answer("16 13:00"),
      ];
      const wait = nextResponse(engine, hours, came, { until: "16 17:00" });
      expect(wait).toMatchObject({ startedAt: at("16 10:00"), level: { usedSeconds: 3 * HOUR } });
      // It goes home with the undo; its number is nobody else's.
      const gone: ClockEvent[] = [
        created("16 08:00"),
        answer("16 08:30"),
        { kind: "question", at: at("16 12:00"), since: at("16 10:00"), until: at("16 13:00") },
        plain("unmerged", "16 13:00"),
        question("16 14:00"),
      ];
      expect(nextResponse(engine, hours, gone.slice(0, 4), { until: "16 17:00" })).toBeUndefined();
      const later = find(clocks(engine, hours, gone, { until: "16 17:00" }), "next_response", 2);
      expect(later?.startedAt).toBe(at("16 14:00"));
    },
  },
  {
    rule: "S20",
    promise: "a change of company judges the whole ticket anew, but for what was decided before it",
    check(engine, hours) {
      const strict: Policy = {
        ...STANDARD,
        targets: {
          ...STANDARD.targets,
          normal: {
            first_response: 10 * MINUTE,
            next_response: null,
            resolution: HOUR,
            aroundTheClock: false,
          },
        },
      };
      const events: ClockEvent[] = [
        created("16 08:00"),
        answer("16 10:00"),
        { kind: "company", at: at("16 12:00"), companyId: "other" },
      ];
      const terms = [
        { from: at("16 08:00"), policy: STANDARD, hours },
        { from: at("16 12:00"), policy: strict, hours },
      ];
      const found = engine.runClock({ events, terms, until: at("16 13:00") })?.clocks ?? [];
      expect(find(found, "first_response")).toMatchObject({ state: "met", companyId: COMPANY, term: 0 });
      expect(find(found, "resolution")).toMatchObject({ dueAt: at("16 09:00"), companyId: "other", term: 1 });
      // Where nothing was promised before, it is the new promise that was missed.
      const unpromised = { from: at("16 08:00"), policy: null, hours: null };
      const anew = engine.runClock({
        events,
        terms: [unpromised, ...terms.slice(1)],
        until: at("16 13:00"),
      });
      expect(find(anew?.clocks ?? [], "first_response")).toMatchObject({
        state: "missed",
        companyId: "other",
        term: 1,
      });
      const judging = engine.findJudging(KNOWN, {
        createdAt: 200,
        companies: [
          { at: 200, companyId: "somebody" },
          { at: 600, companyId: "priority-care" },
        ],
        pins: [],
      });
      expect(judging.map(({ from, versions }) => [from, versions?.policyVersionId])).toEqual([
        [200, "standard-1"],
        [600, "care-1"],
      ]);
    },
  },
  {
    rule: "S22",
    promise:
      "the versions in force at creation judge a ticket, whenever it is looked at, until somebody applies others",
    check(engine) {
      const life = { createdAt: 200, companies: [{ at: 200, companyId: "somebody" }] };
      expect(engine.findJudging(KNOWN, { ...life, pins: [] })).toEqual([
        { from: 200, versions: { policyVersionId: "standard-1", calendarVersionId: "hours-1" } },
      ]);
      const applied = { policyVersionId: "standard-2", calendarVersionId: "hours-2" };
      expect(engine.findJudging(KNOWN, { ...life, pins: [{ at: 800, versions: applied }] })).toEqual([
        { from: 200, versions: { policyVersionId: "standard-1", calendarVersionId: "hours-1" } },
        { from: 800, versions: applied },
      ]);
      // Taken back, with what was decided meanwhile.
      const undone = { at: 800, versions: applied, undoneAt: 900 };
      expect(engine.findJudging(KNOWN, { ...life, pins: [undone] }).map(({ from }) => from)).toEqual([
        200, 800, 900,
      ]);
      const again = { at: 850, versions: { ...applied, calendarVersionId: "hours-1" } };
      expect(engine.findJudging(KNOWN, { ...life, pins: [undone, again] }).at(-1)).toEqual({
        from: 850,
        versions: again.versions,
      });
      const early = { createdAt: 50, companies: [{ at: 50, companyId: "somebody" }], pins: [] };
      expect(engine.findJudging(KNOWN, early)).toEqual([{ from: 50, versions: null }]);
    },
  },
  {
    rule: "S26",
    promise: "an event out of order counts as its predecessor's moment",
    check(engine, hours) {
      const events = [
        created("16 08:00"),
        status("16 10:00", "pending"),
        status("16 09:00", "open"),
        answer("16 09:30"),
      ];
      const all = clocks(engine, hours, events, { until: "16 11:00" });
      expect(find(all, "resolution")?.level?.usedSeconds).toBe(3 * HOUR);
      expect(find(all, "first_response")).toMatchObject({ state: "met", endedAt: at("16 10:00") });
      // Answered after other versions had begun to judge, on a clock that had been set back to before.
      const terms = [
        { from: at("16 08:00"), policy: STANDARD, hours },
        { from: at("16 10:00"), policy: { ...STANDARD, targets: NOTHING_PROMISED }, hours },
      ];
      const judged = engine.runClock({ events, terms, until: at("16 11:00") });
      expect(judged?.clocks).toEqual([]);
    },
  },
  {
    rule: "S40",
    promise: "a closing that is taken back within ten minutes never happened, and its minutes do not count",
    check(engine, hours) {
      const events = [created("16 08:00"), status("16 09:00", "closed"), status("16 09:09:59", "open")];
      const all = clocks(engine, hours, events, { until: "16 12:00" });
      expect(all.map(({ target, cycle, state }) => [target, cycle, state])).toEqual([
        ["first_response", 1, "running"],
        ["resolution", 1, "running"],
      ]);
      expect(find(all, "resolution")?.level?.usedSeconds).toBe(4 * HOUR - 9 * MINUTE - 59);
      const lasted = clocks(engine, hours, [...events.slice(0, 2), status("16 09:10", "open")], {
        until: "16 12:00",
      });
      expect(lasted.map(({ target, cycle, state }) => [target, cycle, state])).toEqual([
        ["first_response", 1, "not_needed"],
        ["resolution", 1, "met"],
        ["resolution", 2, "running"],
      ]);
      const fresh = resolution(engine, hours, events.slice(0, 2), { until: "16 09:05" });
      expect([fresh?.state, fresh?.isSettled]).toEqual(["met", false]);
    },
  },
];

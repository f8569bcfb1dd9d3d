/* Invented lives of tickets, with the hours and targets that judge them, for the comparison with the oracle. */
import * as fc from "fast-check";
import type { CalendarHours, Stretch, Week } from "#contract/calendars/hours.ts";
import { categoryOf, PRIORITIES, STATUSES } from "#contract/statuses.ts";
import { ORACLE_ZONES } from "../calendars/wall-time-oracle.ts";
import { weekOf } from "../calendars/week-of.ts";
import type { OracleTerm } from "./oracle.ts";
import type { ClockEvent, Policy } from "#server/sla/clock/types.ts";

export type History = { events: ClockEvent[]; terms: OracleTerm[]; until: number };

/** Weeks before, and within, which clocks change in most of these zones. */
const NEAR_CHANGES = [
  "2026-03-06",
  "2026-03-27",
  "2026-04-03",
  "2026-09-04",
  "2026-10-02",
  "2026-10-23",
  "2026-10-30",
];
const MINUTE = 60;
const DAY = 86_400;

const WEEKDAYS: Stretch[][] = [
  [["08:00", "18:00"]],
  [
    ["09:00", "12:30"],
    ["13:15", "17:45"],
  ],
  [["00:00", "24:00"]],
  [["22:00", "24:00"]],
  [
    ["00:00", "06:00"],
    ["20:00", "24:00"],
  ],
  [["01:00", "03:00"]],
  [["02:00", "02:30"]],
  [],
];

const hours = fc.constantFrom(...WEEKDAYS);
const someHours = fc.constantFrom(...WEEKDAYS.filter(({ length }) => length > 0));

const week: fc.Arbitrary<Week> = fc.oneof(
  {
    weight: 3,
    arbitrary: someHours.map((day) => weekOf(day)),
  },
  {
    weight: 1,
    arbitrary: someHours.map((day) => weekOf(day, day)),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      mon: someHours,
      tue: hours,
      wed: hours,
      thu: hours,
      fri: hours,
      sat: hours,
      sun: hours,
    }),
  },
);

const start = fc
  .tuple(fc.constantFrom(...NEAR_CHANGES, "2025-12-28", "2026-06-15"), fc.integer({ min: 0, max: 6 * 1440 }))
  .map(([day, minutes]) => Date.parse(`${day}T00:00:00Z`) / 1000 + minutes * MINUTE);

function calendarFrom(at: number): fc.Arbitrary<CalendarHours> {
  const day = fc
    .integer({ min: -1, max: 20 })
    .map((days) => new Date((at + days * DAY) * 1000).toISOString().slice(0, 10));
  const special = fc.record({ day, name: fc.constant("A day"), hours: fc.option(someHours, { nil: null }) });
  return fc.record({
    zone: fc.constantFrom(...ORACLE_ZONES),
    week,
    days: fc.uniqueArray(special, { maxLength: 4, selector: (each) => each.day }),
  });
}

const minutes = fc.option(fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 60, max: 4800 })), {
  nil: null,
  freq: 7,
});
const seconds = minutes.map((each) => (each === null ? null : each * MINUTE));
const level = fc.record({
  first_response: seconds,
  next_response: seconds,
  resolution: seconds,
  aroundTheClock: fc
    .boolean()
    .filter(Boolean)
    .map(() => true),
});
const calm = level.map((each) => ({ ...each, aroundTheClock: false }));
const anyLevel = fc.oneof({ weight: 4, arbitrary: calm }, { weight: 1, arbitrary: level });
const policy: fc.Arbitrary<Policy> = fc.record({
  pausesForClient: fc.boolean(),
  pausesForThirdParty: fc.boolean(),
  targets: fc.record({ low: anyLevel, normal: anyLevel, high: anyLevel, urgent: anyLevel }),
});

const status = fc.constantFrom(...STATUSES, "closed", "open").map((code) => ({
  kind: "status" as const,
  status: code,
  category: categoryOf(code) ?? ("open" as const),
}));
const happening = fc.oneof(
  { weight: 5, arbitrary: status },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...PRIORITIES).map((priority) => ({ kind: "priority" as const, priority })),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom("staff" as const, "staff" as const, "system" as const)
      .map((by) => ({ kind: "answer" as const, by })),
  },
  { weight: 3, arbitrary: fc.constant({ kind: "question" as const }) },
  // From a ticket that became part of this one: asked there so many minutes before, and gone after so many with the undo.
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.integer({ min: 0, max: 3 * 1440 }),
        fc.option(fc.integer({ min: 0, max: 1440 }), { nil: null }),
      )
      .map(([before, after]) => ({ kind: "question" as const, before, after })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("one", "another", null)
      .map((companyId) => ({ kind: "company" as const, companyId })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        "trashed" as const,
        "restored" as const,
        "merged" as const,
        "unmerged" as const,
        "restored" as const,
        "unmerged" as const,
      )
      .map((kind) => ({ kind })),
  },
);
/** Mostly minutes and hours, now and then days; sometimes a clock that was set back. */
const gap = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 30 }) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 600 }) },
  { weight: 1, arbitrary: fc.integer({ min: 600, max: 6 * 1440 }) },
  { weight: 1, arbitrary: fc.integer({ min: -90, max: 0 }) },
);

const longest = 90 * DAY;

/** A ticket's life of up to forty events and ninety days; some change their company on the way. */
export const histories: fc.Arbitrary<History> = start.chain((at) =>
  fc
    .record({
      created: fc.record({
        by: fc.constantFrom("client" as const, "client" as const, "staff" as const),
        priority: fc.constantFrom(...PRIORITIES),
        status,
      }),
      steps: fc.array(fc.tuple(gap, happening), { maxLength: 39 }),
      after: gap,
      first: fc.tuple(policy, calendarFrom(at)),
      second: fc.option(fc.tuple(policy, calendarFrom(at), fc.integer({ min: 0, max: 39 })), {
        freq: 3,
        nil: null,
      }),
    })
    .map(({ created, steps, after, first, second }) => {
      const events: ClockEvent[] = [
        {
          kind: "created",
          at,
          by: created.by,
          priority: created.priority,
          status: created.status.status,
          category: created.status.category,
          companyId: "one",
          assigneeId: null,
        },
      ];
      let now = at;
      for (const [minutesLater, what] of steps) {
        now = Math.max(at, now + minutesLater * MINUTE);
        if (now - at > longest) break;
        events.push(
          "before" in what
            ? {
                kind: "question",
                at: now,
                since: now - what.before * MINUTE,
                ...(what.after !== null && { until: now + what.after * MINUTE }),
              }
            : { ...what, at: now },
        );
      }
      const until = Math.max(now, ...events.map((event) => event.at)) + Math.max(0, after) * MINUTE;
      const terms = [{ from: at, policy: first[0], calendar: first[1] }];
      const moment = second && events[Math.min(second[2], events.length - 1)]?.at;
      if (second && moment && moment > at)
        terms.push({ from: moment, policy: second[0], calendar: second[1] });
      return { events, terms, until };
    }),
);

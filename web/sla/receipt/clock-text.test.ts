import { describe, expect, it } from "vitest";
import type { Times } from "#web/lib/organization-times.ts";
import type { Clock, JudgedBy, Stretch } from "../data.ts";
import { endText, headText } from "./clock-text.ts";
import { describeJudge } from "./judged-text.ts";

const time = (at: string | number) => new Date(at).toISOString().slice(11, 16);
const times: Times = { zone: "UTC", time, day: time, weekday: time, near: time, whole: time };

const HOUR = 3600;
const clock: Clock = {
  target: "first_response",
  cycle: 1,
  level: "normal",
  levels: [],
  state: "missed",
  started_at: "2026-11-16T09:00:00.000Z",
  ended_at: "2026-11-16T15:00:00.000Z",
  ended_by: "answer",
  target_seconds: 4 * HOUR,
  used_seconds: 6 * HOUR,
  remaining_seconds: -2 * HOUR,
  over_seconds: 2 * HOUR,
  counts_now: false,
  changes_at: null,
  due_at: "2026-11-16T13:00:00.000Z",
  warn_at: null,
  unreachable: false,
  answer_deleted: false,
  stretches: [],
};
const waiting: Stretch = {
  from: "2026-11-16T09:00:00.000Z",
  to: "2026-11-16T10:00:00.000Z",
  counts: false,
  why: "waiting_for_client",
  note: "pending",
  used_after: 0,
};

const nine: [string, string][] = [["09:00", "17:00"]];
const judge: JudgedBy = {
  policy: {
    name: "Standard",
    version: 2,
    pauses_for_client: true,
    pauses_for_third_party: false,
    targets: null,
  },
  calendar: {
    name: "Office",
    version: 1,
    zone: "UTC",
    week: { mon: nine, tue: nine, wed: [], thu: [], fri: [], sat: [], sun: [] },
    special_days: [],
  },
  agreed: {
    priority: "normal",
    first_response_minutes: 240,
    next_response_minutes: null,
    resolution_minutes: null,
    around_the_clock: false,
  },
  tz: "2026c",
};

describe("the words of a receipt", () => {
  it("name an answer only where there was one", () => {
    expect(endText(clock, times)).toBe("Answered 15:00: missed by 2 h");
    expect(endText({ ...clock, ended_by: "closing" }, times)).toBe("Closed 15:00: missed by 2 h");
  });

  it("call the client that waits for nobody but itself you, in the head and the foot as well", () => {
    const paused = { ...clock, state: "paused" as const, ended_at: null, stretches: [waiting] };
    const head = (isClient: boolean) => headText(paused, { standing: "paused", left: HOUR, isClient });
    expect(head(false)).toBe("Paused: waiting for the client · 1 h left");
    expect(head(true)).toBe("Paused: waiting for you · 1 h left");
    const client = { ...judge, policy: { ...judge.policy, name: null } };
    expect(describeJudge(judge)).toContain("Waits while the client is asked.");
    expect(describeJudge(client)).toEqual([
      "Counted Mon to Tue, 09:00 to 17:00, UTC.",
      "Agreed for Normal: answer 4 h.",
      "Waits while you are asked.",
    ]);
  });
});

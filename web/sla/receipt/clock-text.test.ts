import { describe, expect, it } from "vitest";
import type { Times } from "#web/lib/organization-times.ts";
import type { Clock, Stretch } from "../data.ts";
import { endText, headText } from "./clock-text.ts";

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

describe("the words of a receipt", () => {
  it("name an answer only where there was one", () => {
    expect(endText(clock, times)).toBe("Answered 15:00: missed by 2 h");
    expect(endText({ ...clock, ended_by: "closing" }, times)).toBe("Closed 15:00: missed by 2 h");
  });

  it("call the client that waits for nobody but itself you, in the head as well", () => {
    const paused = { ...clock, state: "paused" as const, ended_at: null, stretches: [waiting] };
    const head = (isClient: boolean) => headText(paused, { standing: "paused", left: HOUR, isClient });
    expect(head(false)).toBe("Paused: waiting for the client · 1 h left");
    expect(head(true)).toBe("Paused: waiting for you · 1 h left");
  });
});

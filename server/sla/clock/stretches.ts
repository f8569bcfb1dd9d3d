import { isStopped, type Judging } from "./level.ts";
import type { Run } from "./run-clock.ts";
import type { Piece } from "./timeline.ts";
import type { Clock, Level, Stretch } from "./types.ts";

type Told = Omit<Stretch, "usedAfter">;

/** How a clock ran, stretch by stretch from its beginning to its end or to now: what counts in them is what it has used. */
export function listStretches(run: Run, clock: Clock): Stretch[] {
  const judging = judgingOf(run, clock);
  const { level } = clock;
  if (judging === null || level === null) return [];
  const end = clock.endedAt ?? run.timeline.until;
  const told = run.timeline.pieces.flatMap((piece) =>
    tellPiece(judging, level, clip(piece, clock.startedAt, end)),
  );
  let used = 0;
  return join(told).map((stretch) => {
    if (stretch.counts) used += stretch.to - stretch.from;
    return { ...stretch, usedAfter: used };
  });
}

/** Whether this second counts towards the level that decides, and until when that stays so; null where nobody can say. */
export function describeNow(run: Run, clock: Clock): { countsNow: boolean; changesAt: number | null } {
  const judging = judgingOf(run, clock);
  if (judging === null || clock.level === null || clock.state !== "running")
    return { countsNow: false, changesAt: null };
  if (judging.policy.targets[clock.level.priority].aroundTheClock)
    return { countsNow: true, changesAt: null };
  const { until } = run.timeline;
  const ahead = judging.hours.cuts(until, until + AHEAD);
  const countsNow = ahead[0]?.counts === true;
  const change = ahead.find(({ counts }) => counts !== countsNow);
  return { countsNow, changesAt: change?.from ?? null };
}

/** Seconds that are looked ahead for the next opening or closing: a fortnight. */
const AHEAD = 14 * 86_400;

function judgingOf({ timeline, terms }: Run, { target, term }: Clock): Judging | null {
  const judge = terms[term];
  return judge?.policy ? { timeline, target, policy: judge.policy, hours: judge.hours } : null;
}

function clip(piece: Piece, from: number, to: number): Piece {
  return { ...piece, from: Math.max(piece.from, from), to: Math.min(piece.to, to) };
}

function tellPiece(judging: Judging, level: Level, piece: Piece): Told[] {
  if (piece.from >= piece.to) return [];
  const below = { ...piece, to: Math.min(piece.to, level.startedAt) };
  const within = { ...piece, from: Math.max(piece.from, level.startedAt) };
  return [...tellBelow(level, below), ...tellWithin(judging, level, within)];
}

function tellBelow({ priority }: Level, { from, to }: Piece): Told[] {
  return from < to ? [{ from, to, counts: false, why: "below_level", note: priority }] : [];
}

function tellWithin(judging: Judging, { priority }: Level, piece: Piece): Told[] {
  const { from, to, stop, status } = piece;
  if (from >= to) return [];
  if (stop !== null && isStopped(judging, piece)) {
    const isWaiting = stop === "waiting_for_client" || stop === "waiting_for_third_party";
    return [{ from, to, counts: false, why: stop, note: isWaiting ? status : null }];
  }
  if (judging.policy.targets[priority].aroundTheClock)
    return [{ from, to, counts: true, why: "around_the_clock", note: null }];
  return judging.hours.cuts(from, to);
}

/** Neighbours that say the same are one. */
function join(told: readonly Told[]): Told[] {
  const joined: Told[] = [];
  for (const each of told) {
    const last = joined.at(-1);
    if (last && last.why === each.why && last.note === each.note) last.to = each.to;
    else joined.push({ ...each });
  }
  return joined;
}

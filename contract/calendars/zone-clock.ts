/*
 * Times of day in a time zone. A wall clock is written as milliseconds as if it were UTC: 09:00 on November 24, 2026 in Oslo
 * is Date.UTC(2026, 10, 24, 9), whatever the clock there is ahead by.
 *
 * Once a year a clock skips an hour, and once it shows one twice. A skipped time stands for the next one that there is, a
 * repeated one for its first.
 *
 * Example: in Berlin `momentOf` gives 02:30 on March 28, 2027 as the moment at which the clock springs to 03:00.
 */
export type ZoneClock = {
  /** What the clock on the wall shows at a moment, to the second. */
  wallAt: (moment: number) => number;
  /** The moment at which the clock shows this. */
  momentOf: (wall: number) => number;
};

const DAY = 86_400_000;
const WRITTEN = "2026-11-03T14:07:32".length;

/** One a zone, of which there are some hundreds: making one takes up to half a millisecond. */
const clocks = new Map<string, ZoneClock>();

/** The clock of a zone of IANA. Throws RangeError for a zone that this machine does not know. */
export function zoneClock(timeZone: string): ZoneClock {
  const clock = clocks.get(timeZone) ?? makeClock(timeZone);
  clocks.set(timeZone, clock);
  return clock;
}

function makeClock(timeZone: string): ZoneClock {
  const { wallAt } = openWallClock(timeZone);
  return { wallAt, momentOf: (wall) => findMoment(wallAt, wall) };
}

/** What reads the clock of a zone of IANA, or of this machine's own. Throws RangeError for a zone that it does not know. */
export function openWallClock(timeZone?: string): { wallAt: ZoneClock["wallAt"]; timeZone: string } {
  const format = new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return {
    // Sweden writes 2026-11-03 14:07:32, and no zeros before a year under 1000.
    wallAt: (moment) => Date.parse(`${format.format(moment).padStart(WRITTEN, "0").replace(" ", "T")}Z`),
    timeZone: format.resolvedOptions().timeZone,
  };
}

/** Two guesses: by what the clock is ahead a day before, and a day after. One fits, unless the time is skipped. */
function findMoment(wallAt: (moment: number) => number, wall: number): number {
  const guesses = [wall - DAY, wall + DAY].map((near) => wall - (wallAt(near) - near));
  const fitting = guesses.filter((guess) => wallAt(guess) === wall);
  return fitting.length > 0 ? Math.min(...fitting) : findSpring(wallAt, wall, guesses);
}

/** The moment at which the clock springs over a time: between the two guesses it shows less before, and more after. */
function findSpring(wallAt: (moment: number) => number, wall: number, guesses: readonly number[]): number {
  let before = Math.min(...guesses);
  let after = Math.max(...guesses);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (wallAt(middle) < wall) before = middle;
    else after = middle;
  }
  return after;
}

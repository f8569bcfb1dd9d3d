import { array, assert, asyncProperty, constantFrom, integer } from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { zoneClock } from "#contract/calendars/zone-clock.ts";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";

/** Ten zones: half an hour and three quarters of one, no change at all, changes of half an hour, at midnight. */
const ZONES = [
  "UTC",
  "Europe/Berlin",
  "Europe/London",
  "America/New_York",
  "America/St_Johns",
  "America/Santiago",
  "Australia/Lord_Howe",
  "Asia/Kolkata",
  "Pacific/Chatham",
  "Africa/Cairo",
];
const QUARTER = 15 * 60_000;
const FIRST = Date.UTC(2025, 0, 1) / QUARTER;
const LAST = Date.UTC(2028, 11, 31) / QUARTER;

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

/**
 * Independent of what it judges: the database has a table of zones of its own, and looks at every quarter of an hour around.
 * The moment is the first that shows the time; where none does, the first that shows a later one.
 */
async function findMoments(zone: string, walls: string[]): Promise<string[]> {
  const { rows } = await world.pool.query<{ moment: Date }>(
    `select (select coalesce(min(m) filter (where m at time zone $1 = wall), min(m) filter (where m at time zone $1 > wall))
        from generate_series(wall at time zone 'UTC' - interval '16 hours', wall at time zone 'UTC' + interval '16 hours',
          interval '15 minutes') as m) as moment
      from unnest($2::timestamp[]) with ordinality as asked(wall, place) order by place`,
    [zone, walls],
  );
  return rows.map(({ moment }) => moment.toISOString());
}

const textOf = (wall: number) => new Date(wall).toISOString().slice(0, 19);

it("a time on the wall is the moment that the database finds for it, in ten zones over four years", async () => {
  await assert(
    asyncProperty(
      constantFrom(...ZONES),
      array(integer({ min: FIRST, max: LAST }), { minLength: 20, maxLength: 40 }),
      async (zone, quarters) => {
        const clock = zoneClock(zone);
        const walls = quarters.map((quarter) => quarter * QUARTER);
        const found = await findMoments(
          zone,
          walls.map((wall) => textOf(wall)),
        );
        expect(walls.map((wall) => new Date(clock.momentOf(wall)).toISOString())).toEqual(found);
      },
    ),
    { numRuns: 60 },
  );
});

it("every time of the days on which the clocks change is such a moment", async () => {
  for (const zone of ZONES) {
    const clock = zoneClock(zone);
    const changes = daysOfChange(clock.wallAt);
    const walls = changes.flatMap((day) =>
      Array.from({ length: 96 }, (_, quarter) => day + quarter * QUARTER),
    );
    if (walls.length === 0) continue;
    const found = await findMoments(
      zone,
      walls.map((wall) => textOf(wall)),
    );
    expect(walls.map((wall) => new Date(clock.momentOf(wall)).toISOString())).toEqual(found);
  }
});

/** The days of 2027, as walls, around which the clock is ahead by something else than before. */
function daysOfChange(wallAt: (moment: number) => number): number[] {
  const days = Array.from({ length: 365 }, (_, day) => Date.UTC(2027, 0, 1 + day));
  const ahead = (moment: number) => wallAt(moment) - moment;
  return days.filter((day) => ahead(day - 86_400_000) !== ahead(day + 86_400_000));
}

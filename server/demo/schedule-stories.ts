import type { Status } from "#contract/statuses.ts";
import { shuffle, type SeededRandom } from "#server/lib/seeded-random.ts";
import { COMPANIES } from "./companies.ts";
import type { Directory, Person } from "./insert/insert-people.ts";
import { RECURRING } from "./stories/recurring.ts";
import { APPLICATIONS } from "./stories/applications.ts";
import { DEVICES } from "./stories/devices.ts";
import { FIRST } from "./stories/newest.ts";
import { IDENTITY } from "./stories/identity.ts";
import { INTERNAL } from "./stories/internal.ts";
import { NETWORK } from "./stories/network.ts";
import { SERVERS } from "./stories/servers.ts";
import { SUPPORT } from "./stories/support.ts";
import type { CompanyKey, Story } from "./stories/story.ts";
import { playStory, chooseUsualStatus, type StoryEvent } from "./play-story.ts";

const HOUR = 3_600_000;

/** A story with its people, its time and its events. */
export type ScheduledStory = {
  id: string;
  story: Story;
  status: Status;
  created: Date;
  client: Person | null;
  assignee: Person | null;
  /** The person who assigned it, and answered until there was an assignee. */
  lead: Person;
  happenings: StoryEvent[];
};

/** Every story on its day, oldest first. */
export function scheduleStories(dice: SeededRandom, people: Directory, now: Date): ScheduledStory[] {
  return placeStories(dice, now)
    .toSorted((a, b) => a.created.getTime() - b.created.getTime())
    .map(({ story, created, internal }) => castStory(dice, people, { story, created, internal, now }));
}

/** Hours before now at which the first stories begin, in their order. */
const FIRST_AGES = [3, 5, 7, 9, 26, 29, 33, 50, 55, 74, 78, 82, 98, 101, 122, 126, 150];

type PlacedStory = { story: Story; created: Date; internal: boolean };

/** Busier lately than three months ago, and mostly in working hours. */
function placeStories(dice: SeededRandom, now: Date): PlacedStory[] {
  const ago = (hours: number) => new Date(now.getTime() - Math.round(hours * HOUR));
  const first = FIRST.map((story, index) => ({
    story,
    created: ago((FIRST_AGES[index] ?? 160) + dice.between(0, 0.9)),
    internal: false,
  }));
  const others = shuffle(dice, [
    ...NETWORK,
    ...DEVICES,
    ...IDENTITY,
    ...SERVERS,
    ...APPLICATIONS,
    ...SUPPORT,
    ...RECURRING,
  ]);
  const rest = others.map((story, index) => {
    const share = (index + dice.next()) / others.length;
    return {
      story,
      created: moveIntoWorkingHours(dice, ago(12 + 88 * 24 * share ** 1.5), now),
      internal: false,
    };
  });
  const own = INTERNAL.map((story, index) => ({ story, created: ago(30 + 47 * index), internal: true }));
  return [...first, ...rest, ...own];
}

function moveIntoWorkingHours(dice: SeededRandom, at: Date, now: Date): Date {
  const moved = new Date(at);
  moved.setUTCHours(7 + dice.below(11), dice.below(60), dice.below(60), 0);
  const weekday = moved.getUTCDay();
  if ((weekday === 0 || weekday === 6) && dice.chance(0.85)) moved.setUTCDate(moved.getUTCDate() - 2);
  return moved.getTime() < now.getTime() - HOUR ? moved : at;
}

function castStory(
  dice: SeededRandom,
  people: Directory,
  { story, created, internal, now }: PlacedStory & { now: Date },
): ScheduledStory {
  const status = story.status ?? chooseUsualStatus(dice, (now.getTime() - created.getTime()) / HOUR);
  const happenings = playStory(dice, story, status, created, now);
  const team = people.staff.filter(({ teams }) => teams.includes(story.team));
  const workers = team.length > 0 ? team : people.staff;
  const assigned = happenings.some(({ what }) => what === "assigned");
  return {
    id: dice.id(),
    story,
    status,
    created,
    client: internal ? null : chooseClient(dice, people, story),
    assignee: assigned ? dice.pick(workers) : null,
    lead: dice.pick(workers),
    happenings,
  };
}

function chooseClient(dice: SeededRandom, people: Directory, { at, status }: Story): Person {
  const company = at ?? chooseCompany(dice);
  const there = people.clients.filter((person) => person.company === company);
  // Visitors sign in as named people, who should find tickets of their own: the first screen's stories, and many others.
  const visitor = there.findLast(({ named }) => named);
  return visitor && (status !== undefined || dice.chance(0.4)) ? visitor : dice.pick(there);
}

function chooseCompany(dice: SeededRandom): CompanyKey {
  return dice.pick(COMPANIES.flatMap(({ key, weight }) => Array.from({ length: weight }, () => key)));
}

import type { Db } from "#server/lib/request-context.ts";
import type { SeededRandom } from "#server/lib/seeded-random.ts";
import { insertLink } from "./insert-links.ts";
import type { StoryRows } from "./story-rows.ts";

/** What clients wrote in a week of trouble, and the desk's own ticket about it. */
const INCIDENT = "Lessons of the week of 7.4 firmware trouble";
const REPORTED = [
  "Internet at the second site is slower than a phone",
  "Remote user in Lisbon cannot reach the intranet",
  "Conference calls stutter in the large meeting room only",
  "Voice quality complaints from the Rotterdam depot",
  "Card readers go offline one after the other",
  "DNS answers differ between the two domain controllers",
  "Guest network shows a certificate warning since Monday",
  "Wi-Fi in the depot drops whenever the forklift chargers run",
];
const CHILDREN = 5;

/** Makes five tickets of at least four companies those of one incident; no client sees anything of it. */
export async function insertIncident(
  db: Db,
  stories: readonly StoryRows[],
  uids: ReadonlyMap<string, string>,
  dice: SeededRandom,
): Promise<void> {
  const named = (subject: string) => stories.find(({ story }) => story.subject === subject);
  const incident = named(INCIDENT);
  if (!incident) throw new Error(`the demo has no "${INCIDENT}"`);
  for (const child of chooseReporters(REPORTED.flatMap((subject) => named(subject) ?? [])))
    // oxlint-disable-next-line no-await-in-loop
    await insertLink(db, [child, incident], "child", { uids, dice });
}

/** Of as many companies as there are first. */
function chooseReporters(stories: readonly StoryRows[]): StoryRows[] {
  const firsts = stories.filter(
    ({ companyId }, index) => stories.findIndex((other) => other.companyId === companyId) === index,
  );
  return [...firsts, ...stories.filter((story) => !firsts.includes(story))].slice(0, CHILDREN);
}

import type { TargetMinutes } from "#contract/sla/preset.ts";
import { type Hours, openHours } from "#server/calendars/windows.ts";
import { planCalendar } from "./insert/insert-calendar.ts";
import { promisedBy } from "./insert/insert-service-levels.ts";
import type { ScheduledStory } from "./schedule-stories.ts";

/** How many are to be due soon, and how much of their targets is used; three quarters are soon. */
const SHARES = [0.78, 0.94, 0.83, 0.89, 0.8, 0.86, 0.92, 0.84, 0.91];
/** Those on whose resolution somebody works already; the others wait for their first response. */
const IN_PROGRESS = 6;

/** Moves some stories to when their next target is due soon now, whatever day of the week it is. Oldest first. */
export async function placeDueSoon(stories: readonly ScheduledStory[], now: Date): Promise<ScheduledStory[]> {
  const hours = await openHours(planCalendar(now));
  const chosen = chooseStories(stories);
  const moved = new Map(
    chosen.flatMap((each, index) => {
      const created = findBeginning({ hours, now }, each, SHARES[index] ?? 0);
      return created === null ? [] : [[each.id, move(each, created, now)] as const];
    }),
  );
  return stories
    .map((each) => moved.get(each.id) ?? each)
    .toSorted((a, b) => a.created.getTime() - b.created.getTime());
}

/** Of those that the dice left unfinished, without Kestrel's, of whom more is promised. */
function chooseStories(stories: readonly ScheduledStory[]): ScheduledStory[] {
  const free = stories.filter(
    ({ story, client }) => story.status === undefined && client !== null && client.company !== "kestrel",
  );
  const of = (status: ScheduledStory["status"]) => free.filter((each) => each.status === status).toReversed();
  const worked = of("in_progress").slice(0, IN_PROGRESS);
  const waiting = of("open").filter(({ happenings }) => !happenings.some(isAnswer));
  return [...worked, ...waiting.slice(0, SHARES.length - worked.length)];
}

function isAnswer(happening: ScheduledStory["happenings"][number]): boolean {
  return happening.what === "said" && happening.by === "staff" && !happening.internal;
}

type At = { hours: Hours; now: Date };

/** The moment since when so much of the target is used that was promised then; null where what is promised changed meanwhile. */
function findBeginning(at: At, { status, story }: ScheduledStory, share: number): Date | null {
  const target = status === "open" ? "first_response_minutes" : "resolution_minutes";
  const since = (targets: TargetMinutes) => goBack(at, Math.floor((targets[target] ?? 0) * 60 * share));
  const { before, now, changed } = promisedBy(story.priority, at.now);
  const lately = since(now);
  if (lately >= changed) return lately;
  const earlier = since(before);
  return earlier < changed ? earlier : null;
}

const DAY = 86_400;

/** The last moment from which so many seconds have counted by now. */
function goBack({ hours, now }: At, seconds: number): Date {
  const end = Math.floor(now.getTime() / 1000);
  let [early, late] = [end - 60 * DAY, end];
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (hours.worked(middle, end) >= seconds) early = middle;
    else late = middle;
  }
  return new Date(early * 1000);
}

/** What happened keeps its distances, or is told faster where there is less time for it now. */
function move(each: ScheduledStory, created: Date, now: Date): ScheduledStory {
  const was = each.created.getTime();
  const pace = Math.min(1, (now.getTime() - created.getTime()) / (now.getTime() - was));
  return {
    ...each,
    created,
    happenings: each.happenings.map((happening) => ({
      ...happening,
      at: new Date(created.getTime() + Math.round((happening.at.getTime() - was) * pace)),
    })),
  };
}

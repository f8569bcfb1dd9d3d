import type { Status } from "#contract/statuses.ts";
import type { SeededRandom } from "#server/lib/seeded-random.ts";
import type { Line, Story } from "./stories/story.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** One event of a ticket after its creation. */
export type StoryEvent = { at: Date } & (
  | { what: "said"; by: "client" | "staff"; text: string; internal: boolean }
  | { what: "assigned" }
  | { what: "status"; from: Status; to: Status }
);

/** Plays a story between its beginning and now. Nothing of it lies in the future. */
export function playStory(
  dice: SeededRandom,
  story: Story,
  status: Status,
  created: Date,
  now: Date,
): StoryEvent[] {
  const steps = listSteps(dice, story, status);
  let elapsed = 0;
  const offsets = steps.map((step) => (elapsed += drawWait(dice, step)));
  const room = (now.getTime() - created.getTime()) * dice.between(0.82, 0.97);
  const pace = elapsed > room ? room / elapsed : 1;
  return steps.map((step, index) => ({
    ...step,
    at: new Date(created.getTime() + Math.round((offsets[index] ?? 0) * pace)),
  }));
}

/** Chooses a likely status for a ticket of that age. */
export function chooseUsualStatus(dice: SeededRandom, ageInHours: number): Status {
  const draw = dice.next();
  const days = ageInHours / 24;
  const closed = days < 10 ? 0.25 : days < 25 ? 0.7 : 0.96;
  if (draw < closed) return "closed";
  const rest = (draw - closed) / (1 - closed);
  if (rest < 0.42) return "open";
  if (rest < 0.64) return "in_progress";
  return rest < 0.86 ? "pending" : "on_hold";
}

type Step =
  | { what: "said"; by: "client" | "staff"; text: string; internal: boolean }
  | { what: "assigned" }
  | { what: "status"; from: Status; to: Status };

function listSteps(dice: SeededRandom, story: Story, status: Status): Step[] {
  const lines = listLines(dice, story, status).map(toStep);
  const taken = status !== "open" || lines.some((line) => line.by === "staff" && !line.internal);
  const steps: Step[] = taken || (status === "open" && dice.chance(0.35)) ? [{ what: "assigned" }] : [];
  if (status === "open") return [...steps, ...lines];
  const begins = status === "in_progress" || dice.chance(0.6);
  if (begins) steps.push({ what: "status", from: "open", to: "in_progress" });
  steps.push(...lines);
  if (status !== "in_progress")
    steps.push({ what: "status", from: begins ? "in_progress" : "open", to: status });
  return steps;
}

/** A story whose end is fixed is told as written; one that the dice left unfinished stops before its answer. */
function listLines(dice: SeededRandom, story: Story, status: Status): readonly Line[] {
  const talk = story.talk ?? [];
  if (story.status !== undefined) return talk;
  if (status === "closed") return talk.length > 0 ? talk : [{ staff: "Done." }];
  const before = talk
    .slice(
      0,
      talk.findIndex((line) => !("note" in line)),
    )
    .filter(() => dice.chance(0.5));
  return status === "open" ? before : [...before, { staff: dice.pick(UNFINISHED[status]) }];
}

function toStep(line: Line): Step & { what: "said" } {
  if ("client" in line) return { what: "said", by: "client", text: line.client, internal: false };
  if ("staff" in line) return { what: "said", by: "staff", text: line.staff, internal: false };
  return { what: "said", by: "staff", text: line.note, internal: true };
}

/** Milliseconds. */
function drawWait(dice: SeededRandom, step: Step): number {
  if (step.what === "assigned") return dice.between(2, 90) * MINUTE;
  if (step.what === "status")
    return step.to === "in_progress" ? dice.between(1, 40) * MINUTE : dice.between(0.05, 16) * HOUR;
  return step.by === "client" ? dice.between(0.2, 20) * HOUR : dice.between(0.1, 5) * HOUR;
}

const UNFINISHED = {
  in_progress: [
    "I have it and am looking into it now. You hear from me today.",
    "Thank you, I can see it from here as well. Working on it.",
    "Reproduced on our side. I will write as soon as I know more.",
    "I am on site tomorrow morning and will look at it then.",
  ],
  pending: [
    "Could you tell me since when, and whether it is one person or several?",
    "I have changed something that should help. Please try again and tell me.",
    "Which device is it? The number is on the sticker below the name.",
    "May I connect to your screen? Please call 0199 when it suits you.",
    "I need a yes from the person who pays for it. Could you forward this to them?",
  ],
  on_hold: [
    "The vendor has it and promised an answer this week. I put this on hold until then.",
    "The part is ordered; delivery is expected within ten days.",
    "Planned for the next maintenance window. Nothing to do for you until then.",
  ],
} satisfies Record<Exclude<Status, "open" | "closed">, string[]>;

import type { Insertable } from "kysely";
import { EVENTS } from "#contract/events.ts";
import type { Tables } from "#server/db/tables.ts";
import type { Db } from "#server/lib/request-context.ts";
import type { SeededRandom } from "#server/lib/seeded-random.ts";
import { workerOf } from "./insert-tags.ts";
import type { StoryRows } from "./story-rows.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MORNING = 9 * HOUR;

/** The columns of a ticket that somebody comes back to: at nine o'clock of a day ahead, or since half an hour. */
export function followUpColumns(storyRows: StoryRows, now: Date): Partial<Insertable<Tables["tickets"]>> {
  const { followUp } = storyRows.story;
  if (!followUp) return {};
  const at = dateOf(followUp.days, now);
  const by = { follow_up_by: workerOf(storyRows) };
  if (followUp.days === 0) return { ...by, follow_up_before: at, follow_up_due_at: at };
  return {
    ...by,
    follow_up_at: at,
    follow_up_firm: followUp.firm ?? false,
    follow_up_status: followUp.holds ? "open" : null,
  };
}

function dateOf(days: number, now: Date): Date {
  if (days === 0) return new Date(now.getTime() - 30 * MINUTE);
  return new Date(Math.floor(now.getTime() / DAY) * DAY + days * DAY + MORNING);
}

/** Adds to a story's history that its worker set the date, and that it came; clients see neither. */
export function addFollowUpEvents(storyRows: StoryRows, dice: SeededRandom, now: Date): void {
  const { story, history, id, companyId } = storyRows;
  if (!story.followUp) return;
  const date = dateOf(story.followUp.days, now);
  const last = history.at(-1)?.occurred_at;
  const set = new Date(Math.min((last ? new Date(last) : now).getTime() + MINUTE, date.getTime() - MINUTE));
  const add = (kind: "ticket.follow_up_set" | "ticket.follow_up_due", at: Date, said: object) =>
    history.push({
      id: dice.eventId(at),
      entity: EVENTS[kind].entity,
      entity_id: id,
      kind,
      occurred_at: at,
      recorded_at: at,
      principal_id: workerOf(storyRows),
      via: "system",
      audience: EVENTS[kind].audience,
      company_id: companyId,
      ...said,
    });
  add("ticket.follow_up_set", set, { after: JSON.stringify({ follow_up_at: date }) });
  if (story.followUp.days === 0)
    add("ticket.follow_up_due", date, { before: JSON.stringify({ follow_up_at: date }) });
}

/** Inserts the checklists of all stories. */
export async function insertChecklists(db: Db, stories: StoryRows[], dice: SeededRandom): Promise<void> {
  const rows = stories.flatMap((each) => {
    const { done, items } = each.story.checklist ?? { done: 0, items: [] };
    const by = workerOf(each);
    return items.map((text, index) => ({
      id: dice.id(),
      ticket_id: each.id,
      text,
      position: index + 1,
      created_by: by,
      created_at: new Date(each.created.getTime() + MINUTE),
      ...(index < done && { done_by: by, done_at: new Date(each.created.getTime() + (index + 2) * MINUTE) }),
    }));
  });
  await db.insertInto("checklist_items").values(rows).execute();
}

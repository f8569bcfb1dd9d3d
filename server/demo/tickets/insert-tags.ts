import { EVENTS } from "#contract/events.ts";
import type { Db } from "#server/lib/request-context.ts";
import type { SeededRandom } from "#server/lib/seeded-random.ts";
import type { StoryRows } from "./story-rows.ts";

const MINUTE = 60_000;

/** Adds to a story's history that its worker tagged it; clients never see it. */
export function addTagEvents(storyRows: StoryRows, dice: SeededRandom): void {
  const { story, history, id, companyId } = storyRows;
  if (!story.tags) return;
  const at = momentOf(storyRows);
  history.push({
    id: dice.eventId(at),
    entity: EVENTS["ticket.tagged"].entity,
    entity_id: id,
    kind: "ticket.tagged",
    occurred_at: at,
    recorded_at: at,
    principal_id: workerOf(storyRows),
    via: "system",
    audience: EVENTS["ticket.tagged"].audience,
    company_id: companyId,
    before: JSON.stringify({ tags: [] }),
    after: JSON.stringify({ tags: story.tags }),
  });
}

/** Inserts the tags of all stories, and puts them on their tickets. */
export async function insertTags(db: Db, stories: StoryRows[], dice: SeededRandom): Promise<void> {
  const tagged = stories.filter(({ story }) => story.tags);
  const names = [...new Set(tagged.flatMap(({ story }) => story.tags ?? []))].toSorted();
  const tags = names.map((name) => ({ id: dice.id(), name }));
  const ids = new Map(tags.map(({ id, name }) => [name, id]));
  await db.insertInto("tags").values(tags).execute();
  const rows = tagged.flatMap((each) =>
    (each.story.tags ?? []).map((name) => ({
      ticket_id: each.id,
      tag_id: ids.get(name) ?? "",
      added_by: workerOf(each),
      added_at: momentOf(each),
    })),
  );
  await db.insertInto("ticket_tags").values(rows).execute();
}

function momentOf({ created }: StoryRows): Date {
  return new Date(created.getTime() + MINUTE);
}

/** Who works on a story's ticket. */
export function workerOf({ assignee, lead }: StoryRows): string {
  return (assignee ?? lead).id;
}

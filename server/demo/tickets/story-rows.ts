import type { Insertable } from "kysely";
import { EVENTS, type KindOf } from "#contract/events.ts";
import type { SeededRandom } from "#server/lib/seeded-random.ts";
import type { Tables } from "#server/db/tables.ts";
import type { ScheduledStory } from "../schedule-stories.ts";
import type { Directory, Person } from "../insert/insert-people.ts";
import type { StoryEvent } from "../play-story.ts";

type History = Insertable<Tables["history"]>;
type Comment = Insertable<Tables["comments"]> & { id: string };
export type StoryRows = ScheduledStory & {
  number: number;
  companyId: string | null;
  version: number;
  comments: Comment[];
  history: History[];
};

/** Builds the rows that a story leaves: its conversation and its history. */
export function buildStoryRows(
  story: ScheduledStory,
  number: number,
  people: Directory,
  dice: SeededRandom,
): StoryRows {
  const companyId = story.client?.company ? (people.companies.get(story.client.company)?.id ?? null) : null;
  const storyRows: StoryRows = { ...story, number, companyId, version: 1, comments: [], history: [] };
  const { subject, priority, team } = story.story;
  addEvent(storyRows, dice, {
    id: storyRows.id,
    kind: "ticket.created",
    at: story.created,
    by: findCreator(story),
    via: isByMail(story, "client") ? "mail" : "system",
    after: {
      subject,
      status: "open",
      priority,
      assignee_id: null,
      client_id: story.client?.id ?? null,
      company_id: companyId,
      group_id: people.teams.get(team) ?? null,
    },
  });
  for (const event of story.happenings) applyStoryEvent(storyRows, event, dice);
  return storyRows;
}

/** The person who created the ticket. */
export function findCreator({ client, lead }: ScheduledStory): Person {
  return client ?? lead;
}

function applyStoryEvent(storyRows: StoryRows, event: StoryEvent, dice: SeededRandom) {
  const worker = storyRows.assignee ?? storyRows.lead;
  if (event.what === "said") return addComment(storyRows, event, dice);
  const isAssignment = event.what === "assigned";
  storyRows.version += 1;
  addEvent(storyRows, dice, {
    id: storyRows.id,
    kind: "ticket.changed",
    at: event.at,
    by: isAssignment ? storyRows.lead : worker,
    before: isAssignment ? { assignee_id: null } : { status: event.from },
    after: {
      ...(isAssignment ? { assignee_id: worker.id } : { status: event.to }),
      version: storyRows.version,
    },
  });
}

function addComment(
  storyRows: StoryRows,
  { at, by, text, internal }: StoryEvent & { what: "said" },
  dice: SeededRandom,
) {
  const author = by === "client" ? findCreator(storyRows) : (storyRows.assignee ?? storyRows.lead);
  const visibility = internal ? ("internal" as const) : ("public" as const);
  const id = dice.id();
  storyRows.comments.push({
    id,
    ticket_id: storyRows.id,
    origin_ticket_id: storyRows.id,
    author_id: author.id,
    visibility,
    comment: text,
    source: isByMail(storyRows, by) ? "mail" : "web",
    created_at: at,
  });
  const after = { ticket_id: storyRows.id, visibility };
  addEvent(storyRows, dice, {
    id,
    kind: "comment.created",
    at,
    by: author,
    audience: visibility,
    via: isByMail(storyRows, by) ? "mail" : "system",
    after,
  });
}

/** Whether what the client or the staff said came as a mail. */
export function isByMail({ story, client }: ScheduledStory, by: "client" | "staff"): boolean {
  return story.byMail === true && client !== null && by === "client";
}

type DemoEvent = {
  id: string;
  kind: KindOf<"ticket" | "comment">;
  at: Date;
  by: Person;
  audience?: "public" | "internal";
  via?: "mail" | "system";
  before?: object;
  after: object;
};

/** The row that `recordEvent()` would write. */
function addEvent(
  storyRows: StoryRows,
  dice: SeededRandom,
  { id, kind, at, by, audience = "public", via = "system", before, after }: DemoEvent,
) {
  storyRows.history.push({
    id: dice.eventId(at),
    entity: EVENTS[kind].entity,
    entity_id: id,
    kind,
    occurred_at: at,
    recorded_at: at,
    principal_id: by.id,
    via,
    audience,
    company_id: storyRows.companyId,
    before: before ? JSON.stringify(before) : null,
    after: JSON.stringify(after),
  });
}

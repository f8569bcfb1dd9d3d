import { EVENTS } from "#contract/events.ts";
import type { Db } from "#server/lib/request-context.ts";
import type { SeededRandom } from "#server/lib/seeded-random.ts";
import { writeOpenings } from "#server/comments/move.ts";
import { reserveTicketNumbers } from "#server/tickets/create/create.ts";
import { reindexTicket } from "#server/tickets/search-index/reindex-ticket.ts";
import type { Directory } from "../insert/insert-people.ts";
import type { StoryRows } from "./story-rows.ts";

const MINUTE = 60_000;
/** A story about which somebody wrote twice, and one in whose conversation another matter came up. */
const WRITTEN_TWICE = "Docking station loses both monitors after lunch";
const OTHER_MATTER = "Laptop fan sounds like a hair dryer";

type Stories = readonly StoryRows[];

/** Merges a ticket into a story as its worker did, and splits another story off, with what the history says of both. */
export async function insertMerges(
  db: Db,
  stories: Stories,
  people: Directory,
  dice: SeededRandom,
): Promise<void> {
  await insertMerged(db, storyOf(stories, WRITTEN_TWICE), people, dice);
  await insertSplit(db, stories, storyOf(stories, OTHER_MATTER), dice);
}

function storyOf(stories: Stories, subject: string): StoryRows {
  const found = stories.find(({ story }) => story.subject === subject);
  if (!found) throw new Error(`the demo has no "${subject}"`);
  return found;
}

/** A colleague of the requester wrote about the same thing while it was worked on. */
async function insertMerged(db: Db, kept: StoryRows, people: Directory, dice: SeededRandom): Promise<void> {
  const [drawn] = await reserveTicketNumbers(db, 1).execute();
  const colleague = people.clients.find(
    ({ id, company }) => company === kept.client?.company && id !== kept.client?.id,
  );
  const writer = colleague ?? kept.client ?? kept.lead;
  const worker = (kept.assignee ?? kept.lead).id;
  const { updated } = await db
    .selectFrom("tickets")
    .select("updated")
    .where("id", "=", kept.id)
    .executeTakeFirstOrThrow();
  const within = (share: number) =>
    new Date(kept.created.getTime() + Math.floor((updated.getTime() - kept.created.getTime()) * share));
  const created = within(0.3);
  const at = within(0.4);
  const merged = {
    id: dice.id(),
    subject: "Black screens again since lunch",
    issue: "Same dock as at the desk beside mine. Unplugging it helps, but not for long.",
    client_id: writer.id,
    created_by: writer.id,
    created,
  };
  await db
    .insertInto("tickets")
    .values({
      ...merged,
      number: drawn?.number ?? 0,
      uid: drawn?.uid ?? "",
      status: "open",
      priority: "normal",
      company_id: kept.companyId,
      updated: at,
      version: 2,
      merged_into_id: kept.id,
      deleted_at: at,
      deleted_by: worker,
    })
    .execute();
  await db
    .insertInto("ticket_numbers")
    .values({ number: drawn?.number ?? 0, ticket_id: kept.id, kind: "merged" })
    .execute();
  const opening = dice.id();
  await writeOpenings({ db }, [{ id: opening, from: merged }], kept.id);
  const comes = writer.id !== kept.client?.id;
  if (comes)
    await db
      .insertInto("participants")
      .values({ ticket_id: kept.id, user_id: writer.id, role: "cc", added_at: at, added_by: worker })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await note(db, dice, {
    kind: "merge",
    ticket_id: merged.id,
    into_id: kept.id,
    by: worker,
    at,
    opening_comment_id: opening,
    people: comes ? [writer.id] : [],
    moved: [],
    companyId: kept.companyId,
    said: [
      { entity_id: merged.id, after: { version: 2 } },
      { entity_id: kept.id, after: { merged: drawn?.uid } },
    ],
  });
  await reindexTicket(db, kept.id);
}

/** What came up in a story is the next one of the same company; the note about it went along. */
async function insertSplit(db: Db, stories: Stories, from: StoryRows, dice: SeededRandom): Promise<void> {
  const off = stories.find(
    ({ companyId, created, status }) =>
      companyId === from.companyId && created > from.created && status === "closed",
  );
  if (!off) throw new Error(`nothing of the same company follows "${OTHER_MATTER}"`);
  const by = (from.assignee ?? from.lead).id;
  const id = dice.id();
  await db
    .insertInto("comments")
    .values({
      id,
      ticket_id: off.id,
      origin_ticket_id: from.id,
      author_id: by,
      visibility: "internal",
      comment: "Came up when I called about the other ticket. A matter of its own, so I split it off.",
      created_at: new Date(off.created.getTime() - MINUTE),
    })
    .execute();
  await note(db, dice, {
    kind: "split",
    ticket_id: off.id,
    into_id: from.id,
    by,
    at: off.created,
    opening_comment_id: null,
    people: [],
    moved: [id],
    companyId: from.companyId,
    said: [{ entity_id: off.id }],
  });
  await reindexTicket(db, off.id);
}

type Deed = {
  kind: "merge" | "split";
  ticket_id: string;
  into_id: string;
  by: string;
  at: Date;
  opening_comment_id: string | null;
  people: string[];
  /** Comments that moved. */
  moved: string[];
  companyId: string | null;
  /** What the histories say of it. */
  said: { entity_id: string; after?: object }[];
};

async function note(db: Db, dice: SeededRandom, deed: Deed): Promise<void> {
  const { kind, ticket_id, into_id, by, at, opening_comment_id, people, moved, companyId, said } = deed;
  const id = dice.id();
  await db
    .insertInto("ticket_merges")
    .values({
      id,
      kind,
      ticket_id,
      into_id,
      group_id: dice.id(),
      merged_by: by,
      merged_at: at,
      opening_comment_id,
      settled: JSON.stringify({ people }),
    })
    .execute();
  if (moved.length > 0)
    await db
      .insertInto("ticket_moves")
      .values(
        moved.map((row_id) => ({
          merge_id: id,
          entity: "comment" as const,
          row_id,
          from_ticket_id: into_id,
          position: null,
        })),
      )
      .execute();
  const event = kind === "merge" ? ("ticket.merged" as const) : ("ticket.split" as const);
  await db
    .insertInto("history")
    .values(
      said.map(({ entity_id, after }) => ({
        id: dice.eventId(at),
        entity: EVENTS[event].entity,
        entity_id,
        kind: event,
        occurred_at: at,
        recorded_at: at,
        principal_id: by,
        via: "system" as const,
        audience: EVENTS[event].audience,
        company_id: companyId,
        ...(after && { after: JSON.stringify(after) }),
      })),
    )
    .execute();
}

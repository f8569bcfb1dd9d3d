import { sql, type Insertable } from "kysely";
import type { Db } from "#server/lib/context.ts";
import type { SeededRandom } from "#server/lib/seeded-random.ts";
import { drawNumbers } from "#server/tickets/create/create.ts";
import { searchWords } from "#server/tickets/search-index/tokenize.ts";
import type { Tables } from "#server/db/tables.ts";
import type { ScheduledStory } from "./schedule-stories.ts";
import type { Directory } from "./insert-people.ts";
import { findCreator, buildStoryRows, type StoryRows } from "./story-rows.ts";
import type { Happening } from "./play-story.ts";

/** Inserts tickets with their numbers, search tokens, conversations, history and readers. */
export async function insertTickets(
  db: Db,
  stories: ScheduledStory[],
  people: Directory,
  dice: SeededRandom,
) {
  const drawn = await drawNumbers(db, stories.length).execute();
  const told = stories.map((story, index) => buildStoryRows(story, drawn[index]?.number ?? 0, people, dice));
  await db
    .insertInto("tickets")
    .values(told.map((each, index) => toTicketRow(each, people, drawn[index]?.uid ?? "")))
    .execute();
  await db
    .insertInto("ticket_numbers")
    .values(told.map(({ id, number }) => ({ number, ticket_id: id })))
    .execute();
  await insertTokens(db, told, people);
  await insertInPieces(
    sortByTime(
      told.flatMap(({ comments }) => comments),
      "created_at",
    ),
    (rows) => db.insertInto("comments").values(rows).execute(),
  );
  await insertInPieces(
    sortByTime(
      told.flatMap(({ history }) => history),
      "occurred_at",
    ),
    (rows) => db.insertInto("history").values(rows).execute(),
  );
  await insertReaders(db, told, people, dice);
}

function toTicketRow(told: StoryRows, people: Directory, uid: string): Insertable<Tables["tickets"]> {
  const { story, status, created, happenings } = told;
  const answer = happenings.find((each) => each.what === "said" && each.by === "staff" && !each.internal);
  // A note moves nothing that clients see.
  const last = happenings.findLast((each) => !isInternalNote(each))?.at ?? created;
  const closed = status === "closed" ? { closed: last, closed_by: (told.assignee ?? told.lead).id } : {};
  return {
    id: told.id,
    number: told.number,
    uid,
    subject: story.subject,
    issue: story.issue,
    status,
    priority: story.priority,
    assignee_id: told.assignee?.id ?? null,
    client_id: told.client?.id ?? null,
    company_id: told.companyId,
    group_id: people.teams.get(story.team) ?? null,
    created_by: findCreator(told).id,
    version: told.version,
    created,
    updated: last,
    noted: happenings.findLast(isInternalNote)?.at ?? null,
    first_response: answer?.at ?? null,
    ...closed,
  };
}

function isInternalNote(happening: Happening): boolean {
  return happening.what === "said" && happening.internal;
}

async function insertTokens(db: Db, told: StoryRows[], people: Directory) {
  const rows = told.map(({ id, story, client, comments }) => {
    const company = client?.company ? people.companies.get(client.company)?.name : null;
    const open = comments.filter(({ visibility }) => visibility === "public").map(({ comment }) => comment);
    const all = comments.map(({ comment }) => comment);
    const known = [story.subject, story.issue, client?.fullname, company];
    return { id, open: searchWords(...known, ...open), all: searchWords(...known, ...all) };
  });
  // As text, since a ragged array of arrays is none to PostgreSQL.
  await sql`insert into ticket_words (ticket_id, public_words, staff_words)
    select id::uuid, open::tsvector, words::tsvector from unnest(
      ${rows.map(({ id }) => id)}::text[],
      ${rows.map(({ open }) => open.join(" "))}::text[],
      ${rows.map(({ all }) => all.join(" "))}::text[]) as t(id, open, words)`.execute(db);
}

/** The eight who sign in have read what is older than a few days; some tickets are followed by a colleague. */
async function insertReaders(db: Db, told: StoryRows[], people: Directory, dice: SeededRandom) {
  const newest = told.at(-1)?.created.getTime() ?? 0;
  const fresh = newest - 4 * 24 * 3_600_000;
  const readers = [...people.staff, ...people.clients].filter(({ named }) => named);
  const reads = told.flatMap((each) => {
    const last = each.happenings.at(-1)?.at ?? each.created;
    if (last.getTime() > fresh) return [];
    return readers
      .filter(({ company }) => company === null || company === each.client?.company)
      .map(({ id }) => ({ user_id: id, ticket_id: each.id, read_at: last }));
  });
  await insertInPieces(reads, (rows) => db.insertInto("ticket_reads").values(rows).execute());
  const followers = told.flatMap((each) => {
    const colleagues = people.clients.filter(
      ({ id, company }) => company === each.client?.company && id !== each.client?.id,
    );
    if (!each.client || colleagues.length === 0 || !dice.chance(0.1)) return [];
    const role = "cc" as const;
    return [
      {
        ticket_id: each.id,
        user_id: dice.pick(colleagues).id,
        role,
        added_at: each.created,
        added_by: each.client.id,
      },
    ];
  });
  await insertInPieces(followers, (rows) => db.insertInto("participants").values(rows).execute());
}

/** Rows are numbered as they arrive, and people read them by that number. */
function sortByTime<Key extends string, Row extends Record<Key, Date>>(rows: Row[], key: Key): Row[] {
  return rows.toSorted((a, b) => a[key].getTime() - b[key].getTime());
}

/** A statement holds at most 65,535 values. */
async function insertInPieces<Row>(rows: Row[], insert: (rows: Row[]) => Promise<unknown>) {
  for (let start = 0; start < rows.length; start += 1000) await insert(rows.slice(start, start + 1000));
}

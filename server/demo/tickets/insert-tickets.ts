import { sql, type Insertable } from "kysely";
import type { Db } from "#server/lib/request-context.ts";
import { createSeededRandom, type SeededRandom } from "#server/lib/seeded-random.ts";
import { reserveTicketNumbers } from "#server/tickets/create/create.ts";
import { tokenize } from "#server/tickets/search-index/tokenize.ts";
import type { Tables } from "#server/db/tables.ts";
import type { ScheduledStory } from "../schedule-stories.ts";
import type { Directory } from "../insert/insert-people.ts";
import { insertIncident } from "./insert-incident.ts";
import { insertLinks } from "./insert-links.ts";
import { insertMerges } from "./insert-merges.ts";
import { addFollowUpEvents, followUpColumns, insertChecklists } from "./insert-follow-ups.ts";
import { addTagEvents, insertTags } from "./insert-tags.ts";
import { buildStoryRows, findCreator, isByMail, type StoryRows } from "./story-rows.ts";
import type { StoryEvent } from "../play-story.ts";

/** Inserts tickets with their numbers, search tokens, conversations, history and readers. */
export async function insertTickets(
  db: Db,
  stories: ScheduledStory[],
  people: Directory,
  { dice, mailboxId, now }: { dice: SeededRandom; mailboxId: string; now: Date },
) {
  const drawn = await reserveTicketNumbers(db, stories.length).execute();
  const storyRows = stories.map((story, index) =>
    buildStoryRows(story, drawn[index]?.number ?? 0, people, dice),
  );
  // Dice of its own, so that what the tags draw changes nothing else of the desk.
  const tagDice = createSeededRandom(20_261_125);
  for (const each of storyRows) addTagEvents(each, tagDice);
  const followUpDice = createSeededRandom(20_261_126);
  for (const each of storyRows) addFollowUpEvents(each, followUpDice, now);
  await db
    .insertInto("tickets")
    .values(
      storyRows.map((each, index) =>
        toTicketRow(each, people, { uid: drawn[index]?.uid ?? "", mailboxId, now }),
      ),
    )
    .execute();
  await db
    .insertInto("ticket_numbers")
    .values(storyRows.map(({ id, number }) => ({ number, ticket_id: id })))
    .execute();
  await insertTokens(db, storyRows, people);
  await insertInPieces(
    sortByTime(
      storyRows.flatMap(({ comments }) => comments),
      "created_at",
    ),
    (rows) => db.insertInto("comments").values(rows).execute(),
  );
  await insertInPieces(
    sortByTime(
      storyRows.flatMap(({ history }) => history),
      "occurred_at",
    ),
    (rows) => db.insertInto("history").values(rows).execute(),
  );
  await insertTags(db, storyRows, tagDice);
  const uids = new Map(storyRows.map(({ id }, index) => [id, drawn[index]?.uid ?? ""]));
  await insertLinks(db, storyRows, uids, tagDice);
  await insertIncident(db, storyRows, uids, createSeededRandom(20_261_129));
  await insertChecklists(db, storyRows, followUpDice);
  await insertReaders(db, storyRows, people, dice);
  await insertMerges(db, storyRows, people, createSeededRandom(20_261_128));
}

function toTicketRow(
  storyRows: StoryRows,
  people: Directory,
  { uid, mailboxId, now }: { uid: string; mailboxId: string; now: Date },
): Insertable<Tables["tickets"]> {
  const { story, status, created, happenings } = storyRows;
  const answer = happenings.find((each) => each.what === "said" && each.by === "staff" && !each.internal);
  // A note moves nothing that clients see.
  const last = happenings.findLast((each) => !isInternalNote(each))?.at ?? created;
  const closed =
    status === "closed" ? { closed: last, closed_by: (storyRows.assignee ?? storyRows.lead).id } : {};
  return {
    id: storyRows.id,
    number: storyRows.number,
    uid,
    subject: story.subject,
    issue: story.issue,
    status,
    priority: story.priority,
    assignee_id: storyRows.assignee?.id ?? null,
    client_id: storyRows.client?.id ?? null,
    company_id: storyRows.companyId,
    group_id: people.teams.get(story.team) ?? null,
    created_by: findCreator(storyRows).id,
    ...(isByMail(storyRows, "client") && { source: "mail", mailbox_id: mailboxId }),
    version: storyRows.version,
    created,
    updated: last,
    noted: happenings.findLast(isInternalNote)?.at ?? null,
    first_response: answer?.at ?? null,
    ...closed,
    ...followUpColumns(storyRows, now),
  };
}

function isInternalNote(event: StoryEvent): boolean {
  return event.what === "said" && event.internal;
}

async function insertTokens(db: Db, storyRows: StoryRows[], people: Directory) {
  const rows = storyRows.map(({ id, story, client, comments }) => {
    const company = client?.company ? people.companies.get(client.company)?.name : null;
    const open = comments.filter(({ visibility }) => visibility === "public").map(({ comment }) => comment);
    const all = comments.map(({ comment }) => comment);
    const known = [story.subject, story.issue, client?.fullname, company];
    return { id, open: tokenize(...known, ...open), all: tokenize(...known, ...all) };
  });
  // The words go as text, since a ragged array of arrays is none to PostgreSQL.
  await sql`insert into ticket_words (ticket_id, public_words, staff_words)
    select id::uuid, open::tsvector, words::tsvector from unnest(
      ${rows.map(({ id }) => id)}::text[],
      ${rows.map(({ open }) => open.join(" "))}::text[],
      ${rows.map(({ all }) => all.join(" "))}::text[]) as t(id, open, words)`.execute(db);
}

/** The eight who sign in have read what is older than a few days; some tickets are followed by a colleague. */
async function insertReaders(db: Db, storyRows: StoryRows[], people: Directory, dice: SeededRandom) {
  const newest = storyRows.at(-1)?.created.getTime() ?? 0;
  const fresh = newest - 4 * 24 * 3_600_000;
  const readers = [...people.staff, ...people.clients].filter(({ named }) => named);
  const reads = storyRows.flatMap((each) => {
    const last = each.happenings.at(-1)?.at ?? each.created;
    if (last.getTime() > fresh) return [];
    return readers
      .filter(({ company }) => company === null || company === each.client?.company)
      .map(({ id }) => ({ user_id: id, ticket_id: each.id, read_at: last }));
  });
  await insertInPieces(reads, (rows) => db.insertInto("ticket_reads").values(rows).execute());
  const followers = storyRows.flatMap((each) => {
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

import { sql, type Insertable } from "kysely";
import type { Db } from "../../lib/context.ts";
import type { Dice } from "../../lib/repeatable.ts";
import { ticketPrefix } from "../../settings/read.ts";
import { searchWords } from "../../tickets/search-words.ts";
import type { Tables } from "../tables.ts";
import type { CastStory } from "./cast.ts";
import type { Directory, Person } from "./insert-people.ts";
import type { Happening } from "./timeline.ts";

type History = Insertable<Tables["history"]>;
type Comment = Insertable<Tables["comments"]> & { id: string };
type Told = CastStory & {
  number: number;
  companyId: string | null;
  version: number;
  comments: Comment[];
  history: History[];
};

/** Tickets with all that follows from them: numbers, words, conversations, history, readers. */
export async function insertTickets(db: Db, stories: CastStory[], people: Directory, dice: Dice) {
  const numbers = await takeNumbers(db, stories.length);
  const told = stories.map((story, index) => tell(story, numbers[index] ?? 0, people, dice));
  const prefix = await ticketPrefix(db);
  await db
    .insertInto("tickets")
    .values(told.map((each) => ticketRow(each, people, prefix)))
    .execute();
  await db
    .insertInto("ticket_numbers")
    .values(told.map(({ id, number }) => ({ number, ticket_id: id })))
    .execute();
  await insertWords(db, told, people);
  await inPieces(
    inOrder(
      told.flatMap(({ comments }) => comments),
      "created_at",
    ),
    (rows) => db.insertInto("comments").values(rows).execute(),
  );
  await inPieces(
    inOrder(
      told.flatMap(({ history }) => history),
      "occurred_at",
    ),
    (rows) => db.insertInto("history").values(rows).execute(),
  );
  await insertReaders(db, told, people, dice);
}

async function takeNumbers(db: Db, count: number): Promise<number[]> {
  const taken = await sql<{ number: number }>`
    select nextval('ticket_numbers_seq') as number from generate_series(1, ${count})`.execute(db);
  return taken.rows.map(({ number }) => number);
}

function tell(story: CastStory, number: number, people: Directory, dice: Dice): Told {
  const companyId = story.client?.company ? (people.companies.get(story.client.company)?.id ?? null) : null;
  const told: Told = { ...story, number, companyId, version: 1, comments: [], history: [] };
  const { subject, priority, team } = story.story;
  note(told, dice, {
    entity: "ticket",
    id: told.id,
    kind: "ticket.created",
    at: story.created,
    by: starter(story),
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
  for (const happening of story.happenings) happen(told, happening, dice);
  return told;
}

function starter({ client, lead }: CastStory): Person {
  return client ?? lead;
}

function happen(told: Told, happening: Happening, dice: Dice) {
  const worker = told.assignee ?? told.lead;
  if (happening.what === "said") return say(told, happening, dice);
  const isAssignment = happening.what === "assigned";
  told.version += 1;
  note(told, dice, {
    entity: "ticket",
    id: told.id,
    kind: "ticket.changed",
    at: happening.at,
    by: isAssignment ? told.lead : worker,
    before: isAssignment ? { assignee_id: null } : { status: happening.from },
    after: {
      ...(isAssignment ? { assignee_id: worker.id } : { status: happening.to }),
      version: told.version,
    },
  });
}

function say(told: Told, { at, by, text, internal }: Happening & { what: "said" }, dice: Dice) {
  const author = by === "client" ? starter(told) : (told.assignee ?? told.lead);
  const visibility = internal ? ("internal" as const) : ("public" as const);
  const id = dice.id();
  told.comments.push({
    id,
    ticket_id: told.id,
    origin_ticket_id: told.id,
    author_id: author.id,
    visibility,
    comment: text,
    created_at: at,
  });
  const after = { ticket_id: told.id, visibility };
  note(told, dice, {
    entity: "comment",
    id,
    kind: "comment.created",
    at,
    by: author,
    audience: visibility,
    after,
  });
}

type Fact = {
  entity: "ticket" | "comment";
  id: string;
  kind: string;
  at: Date;
  by: Person;
  audience?: "public" | "internal";
  before?: object;
  after: object;
};

/** As the verbs of the rooms write their facts. */
function note(
  told: Told,
  dice: Dice,
  { entity, id, kind, at, by, audience = "public", before, after }: Fact,
) {
  told.history.push({
    id: dice.eventId(at),
    entity,
    entity_id: id,
    kind,
    occurred_at: at,
    recorded_at: at,
    principal_id: by.id,
    via: "system",
    audience,
    company_id: told.companyId,
    before: before ? JSON.stringify(before) : null,
    after: JSON.stringify(after),
  });
}

function ticketRow(told: Told, people: Directory, prefix: string): Insertable<Tables["tickets"]> {
  const { story, status, created, happenings } = told;
  const answer = happenings.find((each) => each.what === "said" && each.by === "staff" && !each.internal);
  const isNote = (each: Happening) => each.what === "said" && each.internal;
  // A note moves nothing that clients see.
  const last = happenings.findLast((each) => !isNote(each))?.at ?? created;
  const closed = status === "closed" ? { closed: last, closed_by: (told.assignee ?? told.lead).id } : {};
  return {
    id: told.id,
    number: told.number,
    uid: `${prefix}${told.number}`,
    subject: story.subject,
    issue: story.issue,
    status,
    priority: story.priority,
    assignee_id: told.assignee?.id ?? null,
    client_id: told.client?.id ?? null,
    company_id: told.companyId,
    group_id: people.teams.get(story.team) ?? null,
    created_by: starter(told).id,
    version: told.version,
    created,
    updated: last,
    noted: happenings.findLast(isNote)?.at ?? null,
    first_response: answer?.at ?? null,
    ...closed,
  };
}

async function insertWords(db: Db, told: Told[], people: Directory) {
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
async function insertReaders(db: Db, told: Told[], people: Directory, dice: Dice) {
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
  await inPieces(reads, (rows) => db.insertInto("ticket_reads").values(rows).execute());
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
  await inPieces(followers, (rows) => db.insertInto("participants").values(rows).execute());
}

/** Rows are numbered as they arrive, and people read them by that number. */
function inOrder<Key extends string, Row extends Record<Key, Date>>(rows: Row[], key: Key): Row[] {
  return rows.toSorted((a, b) => a[key].getTime() - b[key].getTime());
}

/** A statement holds at most 65,535 values. */
async function inPieces<Row>(rows: Row[], insert: (rows: Row[]) => Promise<unknown>) {
  for (let start = 0; start < rows.length; start += 1000) await insert(rows.slice(start, start + 1000));
}

import { EVENTS, type KindOf } from "#contract/events.ts";
import { PRIORITIES, type Priority, type Status } from "#contract/statuses.ts";
import type { CopyValue } from "#server/lib/db/pg-copy.ts";
import type { SeededRandom } from "#server/lib/seeded-random.ts";
import type { BulkTicket } from "#server/tickets/create/bulk-insert.ts";
import { tokenize } from "#server/tickets/search-index/tokenize.ts";
import type { Population } from "./seed-people.ts";
import { inventComment, inventIssue, inventSubject } from "./invent-text.ts";
import { drawZipf } from "./vocabulary.ts";

const HOUR = 3_600_000;

export type SeededTicket = {
  ticket: BulkTicket;
  /** Its comments, as COMMENT_COLUMNS. */
  comments: CopyValue[][];
  /** Events after its creation, as HISTORY_COLUMNS. */
  history: CopyValue[][];
};

export const COMMENT_COLUMNS = [
  "id",
  "ticket_id",
  "origin_ticket_id",
  "author_id",
  "visibility",
  "comment",
  "created_at",
];
export const HISTORY_COLUMNS = [
  "id",
  "entity",
  "entity_id",
  "kind",
  "occurred_at",
  "principal_id",
  "via",
  "audience",
  "company_id",
  "before",
  "after",
];

/** Invents a ticket created at `created`, with its events until `now`. */
export function inventTicket(dice: SeededRandom, people: Population, created: Date, now: Date): SeededTicket {
  const life = inventLife(dice, people, created, now);
  const ticket = inventFields(dice, people, life);
  return { ticket, comments: life.said.map(({ row }) => row), history: listEvents(dice, life) };
}

type Life = ReturnType<typeof inventLife>;

/** Chooses client, assignee, conversation and status. */
function inventLife(dice: SeededRandom, people: Population, created: Date, now: Date) {
  const company = people.companies[drawZipf(dice, people.companies.length)];
  const client = company?.clients[drawZipf(dice, company.clients.length)];
  if (company === undefined || client === undefined) throw new RangeError("tickets need clients");
  const age = now.getTime() - created.getTime();
  const status = inventStatus(dice, age / HOUR);
  const isTaken = status !== "open" || dice.chance(0.7);
  const agent = people.agents[drawZipf(dice, people.agents.length)];
  const assignee = isTaken && people.agents.length > 0 ? (agent ?? null) : null;
  const id = dice.id();
  // Most are done within days, some drag on for weeks.
  const duration = Math.min(age * 0.97, -Math.log(1 - dice.next()) * 60 * HOUR * (dice.chance(0.1) ? 8 : 1));
  const at = (share: number) => new Date(created.getTime() + Math.round(duration * share));
  const said = inventTalk(dice, { id, client, assignee, at });
  const updated = status === "open" && said.length === 0 ? created : at(1);
  return { id, company, client, assignee, status, said, created, updated };
}

function inventFields(dice: SeededRandom, people: Population, life: Life): BulkTicket {
  const { company, client, assignee, status, said, updated } = life;
  const closed = status === "closed" ? updated : null;
  const subject = inventSubject(dice);
  const issue = inventIssue(dice);
  return {
    id: life.id,
    subject,
    issue,
    status,
    priority: inventPriority(dice),
    assigneeId: assignee?.id ?? null,
    clientId: client.id,
    companyId: company.id,
    groupId: people.teams.length > 0 && dice.chance(0.8) ? dice.pick(people.teams) : null,
    createdBy: client.id,
    source: "web",
    version: status === "open" ? 1 : 2,
    created: life.created,
    updated,
    firstResponse: said.find(({ isAnswer }) => isAnswer)?.at ?? null,
    closed,
    closedBy: closed ? (assignee?.id ?? client.id) : null,
    ...collectTokens([subject, issue, client.fullname, company.name], said),
  };
}

/** Search tokens: `publicWords` for everybody who sees the ticket, `staffWords` for staff. */
function collectTokens(always: string[], said: Life["said"]) {
  const open = said.filter(({ isOpen }) => isOpen);
  const publicWords = tokenize(...always, ...open.map(({ text }) => text));
  if (open.length === said.length) return { publicWords, staffWords: publicWords };
  return { publicWords, staffWords: tokenize(...always, ...said.map(({ text }) => text)) };
}

/** Events after its creation, as HISTORY_COLUMNS. */
function listEvents(
  dice: SeededRandom,
  { id, company, client, assignee, status, said, updated }: Life,
): CopyValue[][] {
  const event = (entityId: string, told: SeededEvent): CopyValue[] => [
    dice.eventId(told.at),
    EVENTS[told.kind].entity,
    entityId,
    told.kind,
    told.at,
    told.by,
    "import",
    told.audience,
    company.id,
    told.before && JSON.stringify(told.before),
    JSON.stringify(told.after),
  ];
  const events = said.map(({ id: commentId, at, by, isOpen }) => {
    const audience = isOpen ? "public" : "internal";
    const after = { ticket_id: id, visibility: audience };
    return event(commentId, { kind: "comment.created", at, by, audience, before: null, after });
  });
  if (status === "open") return events;
  const by = assignee?.id ?? client.id;
  const [before, after] = [{ status: "open" }, { status, version: 2 }];
  events.push(event(id, { kind: "ticket.changed", at: updated, by, audience: "public", before, after }));
  return events;
}

type SeededEvent = {
  kind: KindOf<"comment" | "ticket">;
  at: Date;
  by: string;
  audience: "public" | "internal";
  before: object | null;
  after: object;
};

type Speaker = { id: string; fullname: string };
type Talk = { id: string; client: Speaker; assignee: Speaker | null; at: (share: number) => Date };

/** Invents no comments for two of three tickets, else one to three: five comments for ten tickets in all. */
function inventTalk(dice: SeededRandom, { id, client, assignee, at }: Talk) {
  const draw = dice.next();
  const count = draw < 0.68 ? 0 : draw < 0.87 ? 1 : draw < 0.95 ? 2 : 3;
  return Array.from({ length: count }, (_, index) => {
    const isStaff = assignee !== null && index % 2 === 0;
    const author = isStaff ? assignee : client;
    const isOpen = !isStaff || dice.chance(0.75);
    const text = inventComment(dice, isStaff ? "staff" : "client");
    const moment = at((index + 1) / (count + 1));
    const own = dice.id();
    const row = [own, id, id, author.id, isOpen ? "public" : "internal", text, moment];
    return { id: own, by: author.id, at: moment, text, isOpen, isAnswer: isStaff && isOpen, row };
  });
}

function inventStatus(dice: SeededRandom, ageInHours: number): Status {
  const draw = dice.next();
  const closed = ageInHours < 14 * 24 ? 0.45 : ageInHours < 90 * 24 ? 0.85 : 0.97;
  if (draw < closed) return "closed";
  const rest = (draw - closed) / (1 - closed);
  if (rest < 0.45) return "open";
  if (rest < 0.7) return "pending";
  return rest < 0.88 ? "in_progress" : "on_hold";
}

function inventPriority(dice: SeededRandom): Priority {
  const draw = dice.next();
  return PRIORITIES[draw < 0.18 ? 0 : draw < 0.78 ? 1 : draw < 0.96 ? 2 : 3] ?? "normal";
}

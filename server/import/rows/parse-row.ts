import type { ImportReason } from "#contract/refusals/import-reasons.ts";
import { LIMITS } from "#contract/limits.ts";
import { dropHiddenCharacters, isStorable, isVisible } from "#contract/text/text-characters.ts";
import {
  DEFAULT_PRIORITY,
  DEFAULT_STATUS,
  PRIORITIES,
  STATUSES,
  isClosed,
  type Priority,
  type Status,
} from "#contract/statuses.ts";
import { tokenize } from "#server/tickets/search-index/tokenize.ts";
import { readEmailAddress } from "#contract/text/email-address.ts";
import type { ImportField, ImportTimeField, ImportValueField } from "#contract/import/import-fields.ts";
import type { Columns } from "./column-mapping.ts";
import { shorten } from "./shorten.ts";
import type { DayOrders } from "./find-day-orders.ts";
import { AMBIGUOUS, readTime } from "./read-time.ts";
import { readMeaning, readPriority, readStatus, type ValueMap } from "./value-map.ts";

/** A valid row, before requester and company are looked up. */
export type Draft = {
  subject: string;
  /** The row had none: it is the beginning of the issue. */
  subjectFromIssue: boolean;
  issue: string;
  status: Status;
  priority: Priority;
  /** The priority was written as a number. */
  priorityFromNumber: boolean;
  created: Date;
  updated: Date;
  /** Null where it is open, or nothing says when it ended. */
  closed: Date | null;
  company: string | null;
  client: NamedPerson | null;
  assignee: NamedPerson | null;
  team: string | null;
  /** Texts of the row that are kept as internal notes, for nobody knows who was to read them. */
  notes: string[];
  oldNumber: string | null;
  words: string[];
};

/** A person as a cell names one, in lower case but for the name; at least one of the two. */
export type NamedPerson = { email: string | null; name: string | null };

export type Rules = { columns: Columns; dayOrders: DayOrders; values: ValueMap; now: Date; damaged: boolean };

/** Whether a row says nothing, as those below the last one of a spreadsheet. */
export function isEmpty(fields: readonly string[]): boolean {
  return fields.every((field) => field.trim() === "");
}

/** Parses a draft, or explains why the row is rejected. */
export function parseDraft(fields: readonly string[], rules: Rules): Draft | ImportReason {
  const expected = rules.columns.header.length;
  // Spreadsheets write empty cells behind the last column.
  if (fields.length < expected || !isEmpty(fields.slice(expected)))
    return { code: "columns", params: { count: fields.length, expected } };
  if (!fields.every(isStorable)) return { code: "not_storable" };
  if (rules.damaged && fields.some((field) => field.includes("\uFFFD"))) return { code: "no_text" };
  const text = parseTexts(fields, rules);
  if ("code" in text) return text;
  const kind = parseStatusAndPriority(fields, rules);
  if ("code" in kind) return kind;
  const times = parseTimes(fields, rules, kind.status);
  if ("code" in times) return times;
  const besides = parseBesides(fields, rules);
  if ("code" in besides) return besides;
  const words = tokenize(text.subject, besides.oldNumber, text.issue);
  return { ...text, ...kind, ...times, ...besides, ...parsePeople(fields, rules), words };
}

function parseTexts(
  fields: readonly string[],
  rules: Rules,
): Pick<Draft, "subject" | "subjectFromIssue" | "issue"> | ImportReason {
  const issue = readValue(fields, rules, "issue");
  if (!isVisible(issue)) return { code: "issue_missing" };
  if (issue.length > LIMITS.issue) return tooLong("issue_too_long", issue, LIMITS.issue);
  const subject = clean(readValue(fields, rules, "subject"));
  if (subject.length > LIMITS.subject) return tooLong("subject_too_long", subject, LIMITS.subject);
  const isBlank = !isVisible(subject);
  return { subject: isBlank ? cutFirstLine(issue) : subject, subjectFromIssue: isBlank, issue };
}

/** What a row without a status is, when it says when it was closed. */
const CLOSED_STATUS = STATUSES.find(isClosed) ?? DEFAULT_STATUS;

function parseStatusAndPriority(
  fields: readonly string[],
  rules: Rules,
): Pick<Draft, "status" | "priority" | "priorityFromNumber"> | ImportReason {
  const statusText = readValue(fields, rules, "status");
  const status = statusText
    ? readStatus(statusText, rules.values)
    : readValue(fields, rules, "closed")
      ? CLOSED_STATUS
      : DEFAULT_STATUS;
  if (status === null) return unknown("status_unknown", statusText, STATUSES);
  const priorityText = readValue(fields, rules, "priority");
  const priority = priorityText ? readPriority(priorityText, rules.values) : DEFAULT_PRIORITY;
  if (priority === null) return unknown("priority_unknown", priorityText, [...PRIORITIES, "0 to 3"]);
  return { status, priority, priorityFromNumber: /^\d+$/.test(priorityText) };
}

/** Ids of the history begin with the milliseconds since then (RFC 9562). */
const EARLIEST = new Date(0);

function parseTimes(
  fields: readonly string[],
  rules: Rules,
  status: Status,
): Pick<Draft, "created" | "updated" | "closed"> | ImportReason {
  const created = readMoment(fields, rules, "created");
  if (isReason(created)) return created;
  const said = readMoment(fields, rules, "closed");
  if (isReason(said)) return said;
  const changed = readMoment(fields, rules, "updated");
  if (isReason(changed)) return changed;
  const began = created ?? rules.now;
  if (said !== null && said < began) return { code: "closed_before_created" };
  // What was opened again is not closed, whenever that was.
  const closed = isClosed(status) ? said : null;
  const updated = changed ?? closed ?? began;
  return updated < began ? { code: "updated_before_created" } : { created: began, updated, closed };
}

const isReason = (found: Date | ImportReason | null): found is ImportReason =>
  found !== null && "code" in found;

/** Reads one time of a row; null where the cell says nothing. */
function readMoment(
  fields: readonly string[],
  rules: Rules,
  field: ImportTimeField,
): Date | ImportReason | null {
  const text = readValue(fields, rules, field);
  if (!text) return null;
  const time = readTime(text, rules.dayOrders.get(field));
  const value = shorten(text);
  if (time === null) return { code: "not_a_time", params: { field, value } };
  if (time === AMBIGUOUS) return { code: "two_days", params: { field, value } };
  if (time < EARLIEST) return { code: "before_1970", params: { field, value: time.toISOString() } };
  return time > rules.now ? { code: "in_the_future", params: { field, value: time.toISOString() } } : time;
}

function parseBesides(
  fields: readonly string[],
  rules: Rules,
): Pick<Draft, "notes" | "oldNumber"> | ImportReason {
  const comments = readValue(fields, rules, "comments");
  const tags = clean(readValue(fields, rules, "tags"));
  const notes = [comments, tags && `Tags: ${tags}`].filter(isVisible).flatMap(cutIntoNotes);
  const oldNumber = clean(readValue(fields, rules, "number")) || null;
  if (oldNumber !== null && oldNumber.length > MAX_NUMBER)
    return tooLong("number_too_long", oldNumber, MAX_NUMBER);
  return { notes, oldNumber };
}

/** A whole conversation may stand in one cell: what a comment cannot hold goes on in the next. */
function cutIntoNotes(text: string): string[] {
  const notes: string[] = [];
  for (let rest = text; rest !== "";) {
    const room = rest.slice(0, LIMITS.comment);
    // Never inside a character that takes two units.
    const note = room.isWellFormed() ? room : room.slice(0, -1);
    notes.push(note);
    rest = rest.slice(note.length);
  }
  return notes.filter(isVisible);
}

/** Characters of the number that a ticket had elsewhere. */
const MAX_NUMBER = 100;

function parsePeople(fields: readonly string[], rules: Rules) {
  const read = (field: ImportValueField) =>
    clean(readMeaning(field, readValue(fields, rules, field), rules.values));
  return {
    company: read("company") || null,
    client: readNamedPerson(read("client")),
    assignee: readNamedPerson(read("assignee")),
    team: read("team") || null,
  };
}

/** Reads `Anna Bell <anna@example.com>`, an address or a name. */
export function readNamedPerson(text: string): NamedPerson | null {
  if (text === "") return null;
  const [, name = "", bracketed = ""] = /^(.*?)<([^<>]+)>$/.exec(text) ?? [];
  const address = bracketed.trim() || text;
  const isAddress = readEmailAddress(address) !== null || /^[^\s@]+@\S+$/.test(address);
  if (!isAddress) return { email: null, name: text };
  return { email: address.toLowerCase(), name: name.replaceAll('"', "").trim() || null };
}

function readValue(fields: readonly string[], { columns }: Rules, field: ImportField): string {
  const position = columns.at.get(field);
  return position === undefined ? "" : (fields[position] ?? "").trim();
}

/** One line as a subject may stand: what shows nothing is dropped, since nobody can be asked to type it again. */
function clean(text: string): string {
  return dropHiddenCharacters(text.replaceAll(/\s+/g, " ")).trim();
}

/** Takes the first line with text, cut at a word where it is too long for a subject. */
export function cutFirstLine(issue: string): string {
  const lines = issue.trim().split(/[\r\n]/);
  const line = clean(lines.find((each) => isVisible(clean(each))) ?? "");
  if (line.length <= LIMITS.subject) return line;
  const room = line.slice(0, LIMITS.subject);
  const word = room.slice(0, room.lastIndexOf(" ")).trimEnd();
  // Without any space near, the cut falls inside; never inside a character that takes two units.
  const cut = word.length > LIMITS.subject / 2 ? word : room.slice(0, LIMITS.subject - 1);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}

function tooLong(
  code: "issue_too_long" | "subject_too_long" | "number_too_long",
  text: string,
  most: number,
): ImportReason {
  return { code, params: { length: text.length, most } };
}

function unknown(
  code: "status_unknown" | "priority_unknown",
  value: string,
  known: readonly string[],
): ImportReason {
  return { code, params: { value: shorten(value), known: known.join(", ") } };
}

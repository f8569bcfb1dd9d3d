import { TICKET_REFUSALS } from "./tickets.ts";
import { fillIn, type ParamsOf, type Sentence } from "./sentence.ts";

type Value = { value: string };
type Two = { count: number; expected: number };
type Length = { length: number; most: number };

const n = (count: number) => count.toLocaleString("en");
const tooLong = (what: string, { length, most }: Length) =>
  `${what} must be at most ${n(most)} characters, this has ${n(length)}`;

/**
 * Why a row is not imported, by its code. The server shortens the values of the file that stand in it; the file of
 * rejected rows and the shell have these sentences, the page those of its language.
 */
export const IMPORT_REASONS = {
  open_quote: "a quote is opened and never closed",
  text_behind_quote: "a quoted value goes on behind its closing quote",
  endless_line: ({ most }: { most: number }) => `the line has more than ${n(most)} characters`,
  columns: ({ count, expected }: Two) =>
    `has ${count} ${count === 1 ? "value" : "values"} where the header has ${expected}`,
  not_storable: "contains characters that cannot be stored",
  no_text: "contains bytes that are no text",
  issue_missing: TICKET_REFUSALS["ticket.issue_required"],
  issue_too_long: (length: Length) => tooLong("Issue", length),
  subject_too_long: (length: Length) => tooLong("Subject", length),
  number_too_long: (length: Length) => tooLong("Number", length),
  status_unknown: ({ value, known }: Value & { known: string }) => `status "${value}" is none of ${known}`,
  priority_unknown: ({ value, known }: Value & { known: string }) =>
    `priority "${value}" is none of ${known}`,
  not_a_time: ({ field, value }: Value & { field: string }) =>
    `${field} "${value}" is not a time like 2026-11-20 08:14 or 20 Nov 2026 8:14 AM`,
  two_days: ({ field, value }: Value & { field: string }) =>
    `${field} "${value}" can be two days, and the column writes both`,
  before_1970: ({ field, value }: Value & { field: string }) => `${field} ${value} lies before 1970`,
  in_the_future: ({ field, value }: Value & { field: string }) => `${field} ${value} lies in the future`,
  closed_before_created: "closed lies before created",
  updated_before_created: "updated lies before created",
  no_key: "has no key",
  key_too_long: (length: Length) =>
    `the key must be at most ${n(length.most)} characters, this has ${n(length.length)}`,
  key_twice: ({ value }: Value) => `the key "${value}" stands in an earlier row too`,
  no_company: ({ value }: Value) => `there is no company named "${value}"`,
  no_client_address: ({ value }: Value) => `there is no client with the e-mail address "${value}"`,
  no_client_name: ({ value }: Value) => `there is no client named "${value}"`,
  several_clients: ({ value }: Value) => `several clients are named "${value}"`,
  other_company: ({ value, company }: Value & { company: string }) =>
    `${value} does not belong to ${company}`,
  no_agent: ({ value }: Value) => `there is no agent "${value}"`,
  several_agents: ({ value }: Value) => `several agents are named "${value}"`,
  no_team: ({ value }: Value) => `there is no team named "${value}"`,
} as const;

type InLine = { file: string; line: string };

/** Why a file cannot be read, by its code. `file` is its name in the shell, "The file" on the page; numbers come as text. */
export const FILE_FAULTS = {
  empty: ({ file }: { file: string }) => `${file} is empty: its first line must name the columns.`,
  no_header: ({ file, line }: InLine) => `${file} has nothing in line ${line} that could name the columns.`,
  broken_header: ({ file, line, why, most }: InLine & { why: string; most: string }) =>
    `${placeOf(line)} of ${file} cannot be read: ${fillIn(brokenReason(IMPORT_REASONS, why), { most: Number(most) })}.`,
  no_text: ({ file, line }: InLine) =>
    `${placeOf(line)} of ${file} holds characters that no text has: save it as CSV in UTF-8, or in UTF-16 with a byte order mark.`,
  no_workbook: "This is no Excel workbook: save it as .xlsx or as CSV, and import that.",
  no_sheets: "The workbook has no sheet with rows.",
  no_sheet: ({ sheet, sheets }: { sheet: string; sheets: string }) =>
    `The workbook has no sheet "${sheet}": its sheets are ${sheets}.`,
  damaged:
    "The workbook is damaged or not whole: open it, save it once more as .xlsx or as CSV in UTF-8, and import that.",
  old_workbook:
    "This is a workbook of the old kind (.xls) or one with a password: save it as .xlsx without a password, or as CSV in UTF-8, and import that.",
  endless_cell: "The workbook has a cell without an end: save it as CSV and import that.",
  too_many_characters:
    "The workbook holds more than 50,000,000 characters: save the sheet as CSV, which has no such bound, and import that.",
} as const;
export type FileFaultCode = keyof typeof FILE_FAULTS;

function placeOf(line: string): string {
  return line === "1" ? "The first line" : `Line ${line}`;
}

/** The sentence of a reason by its code, which a newer server may know alone. */
export function brokenReason(reasons: Readonly<Record<string, Sentence>>, code: string): Sentence {
  return (Object.hasOwn(reasons, code) ? reasons[code] : undefined) ?? code;
}

/** What stands in a sentence about a file: the sentence in English, and from what to make it in another language. */
export type FileFaultParams = Record<string, string> & { reason: string };

/** Why a whole import could not be, by its code. */
export const IMPORT_PROBLEMS = {
  days: ({ column, value }: { column: string; value: string }) =>
    `In the column "${column}" ${value} can be two days: choose whether the day or the month comes first`,
  file: ({ reason }: FileFaultParams) => reason,
  busy: "Another import is running: try again when it has ended",
  broke_off: "It broke off for a reason that stands in the server's log",
} as const;
export type ImportProblemCode = keyof typeof IMPORT_PROBLEMS;

export type ImportReasonCode = keyof typeof IMPORT_REASONS;

/** Why a row is not imported: the code of its sentence with what stands in it. */
export type ImportReason = {
  [Code in ImportReasonCode]: ParamsOf<(typeof IMPORT_REASONS)[Code]> extends undefined
    ? { code: Code; params?: undefined }
    : { code: Code; params: ParamsOf<(typeof IMPORT_REASONS)[Code]> };
}[ImportReasonCode];

/** The reason with its sentence in English. */
export function sayReason({ code, params }: ImportReason): string {
  return fillIn(IMPORT_REASONS[code], params);
}

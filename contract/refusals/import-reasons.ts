import { TICKET_REFUSALS } from "./tickets.ts";
import { fillIn, type ParamsOf } from "./sentence.ts";

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

/** Why a whole import could not be, by its code; `reason` is a sentence about the file. */
export const IMPORT_PROBLEMS = {
  days: ({ column, value }: { column: string; value: string }) =>
    `In the column "${column}" ${value} can be two days: choose whether the day or the month comes first`,
  file: ({ reason }: { reason: string }) => reason,
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

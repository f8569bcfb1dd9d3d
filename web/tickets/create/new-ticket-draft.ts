import {
  DEFAULT_PRIORITY,
  DEFAULT_STATUS,
  PRIORITIES,
  type Priority,
  type Status,
  STATUSES,
} from "#contract/statuses.ts";
import { isRecord } from "#web/lib/api/api-error.ts";
import type { Draft } from "#web/lib/form/use-draft-values.ts";
import type { Attachment } from "#web/uploads/upload-file.ts";
import type { Person } from "../assignee-picker.tsx";

type Named = { id: string; name: string };
/** The values of the create form, named as in the API, so that its refusals find their field. */
export type NewValues = {
  subject: string;
  issue: string;
  priority: Priority;
  status: Status;
  assignee_id: Person | null;
  client_id: Person | null;
  company_id: Named | null;
  group_id: Named | null;
  /** The files that are on the server; a draft of a build before has none. */
  files?: readonly Attachment[];
};

export const EMPTY_TICKET: NewValues = {
  subject: "",
  issue: "",
  priority: DEFAULT_PRIORITY,
  status: DEFAULT_STATUS,
  assignee_id: null,
  client_id: null,
  company_id: null,
  group_id: null,
  files: [],
};

/** What the address of the create form says. */
export type NewTicketAddress = {
  /** It fills an empty one, and is nobody's work yet. */
  subject: string;
  followUpOf: string | undefined;
};

/**
 * The unfinished ticket, kept in this browser until it is sent or discarded (rule 98). One that follows a closed ticket is
 * a draft of its own: elsewhere its words would lose what they follow.
 */
export function newTicketDraft({ subject, followUpOf }: NewTicketAddress): Draft<NewValues> {
  return {
    name: followUpOf === undefined ? "ticket:new" : `ticket:new:${followUpOf}`,
    isDraft: isNewValues,
    isBlank: isUntouched,
    restore: (kept) => ({
      ...kept,
      subject: kept.subject || subject,
      files: (kept.files ?? []).filter(isStillThere),
    }),
  };
}

/** The server sweeps files that nobody has sent after a day; an hour is left to send them. */
const FILE_MS = 23 * 3_600_000;

function isStillThere({ created_at }: Attachment): boolean {
  return Date.now() - Date.parse(created_at) < FILE_MS;
}

export function isUntouched(values: NewValues): boolean {
  return JSON.stringify(values) === JSON.stringify(EMPTY_TICKET);
}

function isNewValues(value: unknown): value is NewValues {
  if (!isRecord(value)) return false;
  const { subject, issue, priority, status, assignee_id, client_id, company_id, group_id, files } = value;
  return (
    typeof subject === "string" &&
    typeof issue === "string" &&
    PRIORITIES.some((one) => one === priority) &&
    STATUSES.some((one) => one === status) &&
    [assignee_id, client_id].every((one) => one === null || isReference(one, "fullname")) &&
    [company_id, group_id].every((one) => one === null || isReference(one, "name")) &&
    (files === undefined || (Array.isArray(files) && files.every((one) => isReference(one, "created_at"))))
  );
}

function isReference(value: unknown, name: string): boolean {
  return isRecord(value) && typeof value["id"] === "string" && typeof value[name] === "string";
}

import type { Person } from "../assignee-picker.tsx";
import type { TicketChange } from "../save-ticket.ts";
import type { TicketDetail } from "../ticket-data.ts";
import { nameOrShortId } from "../ticket-attributes.ts";

/** The values of the edit form, named as in the API, so that its refusals find their field. */
export type EditValues = {
  subject: string;
  issue: string;
  status: string;
  priority: string;
  assignee_id: Person | null;
  group_id: { id: string; name: string } | null;
};
export type EditField = keyof EditValues;
/** The state that an edit started from. */
export type EditBase = { values: EditValues; version: number };

export const EDIT_FIELDS = [
  "subject",
  "issue",
  "status",
  "priority",
  "assignee_id",
  "group_id",
] as const satisfies readonly EditField[];

export function baseOf(ticket: TicketDetail): EditBase {
  const { subject, issue, status, priority, assignee_id, group_id, version } = ticket;
  const fullname = nameOrShortId(ticket.assignee_fullname, assignee_id);
  const name = nameOrShortId(ticket.group_name, group_id);
  return {
    version,
    values: {
      subject,
      issue,
      status,
      priority,
      assignee_id: assignee_id && fullname ? { id: assignee_id, fullname } : null,
      group_id: group_id && name ? { id: group_id, name } : null,
    },
  };
}

export function changedFields(values: EditValues, from: EditValues): EditField[] {
  return EDIT_FIELDS.filter((field) => wireValue(values[field]) !== wireValue(from[field]));
}

/** The fields that both sides changed, to different values. */
export function conflictsOf(base: EditValues, yours: EditValues, theirs: EditValues): EditField[] {
  const theirChanges = changedFields(theirs, base);
  return changedFields(yours, base).filter(
    (field) => theirChanges.includes(field) && wireValue(yours[field]) !== wireValue(theirs[field]),
  );
}

/** Theirs, with your changes on top: fields that only one side changed need no question. */
export function merge(base: EditValues, yours: EditValues, theirs: EditValues): EditValues {
  const mine = Object.fromEntries(changedFields(yours, base).map((field) => [field, yours[field]]));
  return { ...theirs, ...mine };
}

/** The request body of an edit: the changed fields alone, null for nobody and none (rule 261). */
export function changeOf(values: EditValues, base: EditBase): TicketChange {
  const changed = changedFields(values, base.values).map((field) => [field, wireValue(values[field])]);
  return { ...Object.fromEntries(changed), base_version: base.version };
}

function wireValue(value: EditValues[EditField]): string | null {
  return typeof value === "object" ? (value?.id ?? null) : value;
}

import { useState } from "react";
import { DEFAULT_PRIORITY, DEFAULT_STATUS, PRIORITIES, STATUSES } from "#contract/statuses.ts";
import { draftKey, dropDraft, keepDraft, readDraft } from "#web/lib/form/drafts.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import type { Person } from "../assignee-picker.tsx";

type Named = { id: string; name: string };
/** What stands in the create form. */
export type NewValues = {
  subject: string;
  issue: string;
  priority: string;
  status: string;
  assignee: Person | null;
  client: Person | null;
  company: Named | null;
  team: Named | null;
};

export const EMPTY_TICKET: NewValues = {
  subject: "",
  issue: "",
  priority: DEFAULT_PRIORITY,
  status: DEFAULT_STATUS,
  assignee: null,
  client: null,
  company: null,
  team: null,
};

/**
 * The form's values, kept in this browser until they are sent or discarded (rule 98). `subject` is what the
 * address says: it fills an empty subject, and is nobody's work yet.
 */
export function useNewDraft(subject = "") {
  const key = draftKey(useUser().id, "ticket:new");
  const [kept] = useState(() => readDraft(key, isNewValues) ?? EMPTY_TICKET);
  const [values, setValues] = useState({ ...kept, subject: kept.subject || subject });
  const [isRestored, setRestored] = useState(!isUntouched(kept));
  function change(part: Partial<NewValues>) {
    const next = { ...values, ...part };
    setValues(next);
    if (isUntouched(next)) dropDraft(key);
    else keepDraft(key, next);
  }
  return {
    values,
    change,
    isRestored,
    isDirty: !isUntouched(values.subject === subject ? { ...values, subject: "" } : values),
    forget: () => dropDraft(key),
    discard: () => {
      change(EMPTY_TICKET);
      setRestored(false);
    },
  };
}

function isUntouched(values: NewValues): boolean {
  return JSON.stringify(values) === JSON.stringify(EMPTY_TICKET);
}

function isNewValues(value: unknown): value is NewValues {
  if (!isRecord(value)) return false;
  const { subject, issue, priority, status, assignee, client, company, team } = value;
  return (
    typeof subject === "string" &&
    typeof issue === "string" &&
    PRIORITIES.some((one) => one === priority) &&
    STATUSES.some((one) => one === status) &&
    [assignee, client].every((one) => one === null || isReference(one, "fullname")) &&
    [company, team].every((one) => one === null || isReference(one, "name"))
  );
}

function isReference(value: unknown, name: string): boolean {
  return isRecord(value) && typeof value.id === "string" && typeof value[name] === "string";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

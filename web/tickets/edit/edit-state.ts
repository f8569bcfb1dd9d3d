import { useState } from "react";
import {
  baseOf,
  changedFields,
  changeOf,
  conflictsOf,
  type EditField,
  type EditValues,
  merge,
} from "./edit-values.ts";
import type { TicketDetail } from "../ticket-data.ts";

export type EditState = ReturnType<typeof useEditState>;

/**
 * The values of an edit beside the ticket as it is now. When the ticket changes under the edit, fields that only one
 * side changed merge at once; fields that both changed stay a conflict until one side is chosen for each.
 */
export function useEditState(ticket: TicketDetail) {
  const [base, setBase] = useState(() => baseOf(ticket));
  const [values, setValues] = useState(base.values);
  const theirs = baseOf(ticket);
  const conflicts = theirs.version === base.version ? [] : conflictsOf(base.values, values, theirs.values);
  if (theirs.version !== base.version && conflicts.length === 0) {
    setValues(merge(base.values, values, theirs.values));
    setBase(theirs);
  }
  return {
    values,
    theirs: theirs.values,
    conflicts,
    isDirty: changedFields(values, base.values).length > 0,
    set: (part: Partial<EditValues>) => setValues({ ...values, ...part }),
    change: () => changeOf(values, base),
    takeTheirs: (field: EditField) => setValues({ ...values, [field]: theirs.values[field] }),
    /** The edit then starts from their value: it is known, and replaced on purpose. */
    keepYours: (field: EditField) =>
      setBase({ ...base, values: { ...base.values, [field]: theirs.values[field] } }),
  };
}

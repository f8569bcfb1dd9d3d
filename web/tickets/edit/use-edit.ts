import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { type TicketDetail, useSaveTicket } from "../ticket-data.ts";
import { authorsIn } from "./conflict-authors.ts";
import {
  baseOf,
  changedFields,
  changeOf,
  conflictsOf,
  type EditField,
  type EditValues,
  merge,
} from "./edit-values.ts";

export type Edit = ReturnType<typeof useEdit>;

/**
 * The form of an edit beside the ticket as it is now. When the ticket changes under the edit, fields that only one
 * side changed merge at once; fields that both changed stay a conflict until one side is chosen for each.
 */
export function useEdit(ticket: TicketDetail) {
  const navigate = useNavigate();
  const [base, setBase] = useState(() => baseOf(ticket));
  const theirs = baseOf(ticket);
  const isBehind = theirs.version !== base.version;
  const conflictsIn = (values: EditValues) =>
    isBehind ? conflictsOf(base.values, values, theirs.values) : [];
  const isChanged = (values: EditValues) => changedFields(values, base.values).length > 0;
  const saving = useSaveTicket(ticket.id, { asksAboutConflicts: true });
  const form = useForm({
    initial: base.values,
    bodyOf: (values) => changeOf(values, base),
    schema,
    isChanged,
    isReady: (values) => isChanged(values) && conflictsIn(values).length === 0,
    send: saving.mutateAsync,
    onSent: () => navigate({ to: "/tickets/$ticketId", params: { ticketId: ticket.id } }),
  });
  const conflicts = conflictsIn(form.values);
  if (isBehind && conflicts.length === 0) {
    form.adopt(merge(base.values, form.values, theirs.values));
    setBase(theirs);
  }
  return {
    form,
    theirs: theirs.values,
    conflicts,
    /** The authors of the fields in conflict, as the server's refusal names them. */
    refused: authorsIn(saving.error),
    takeTheirs: (field: EditField) => form.change({ [field]: theirs.values[field] }),
    /** The edit then starts from their value: it is known, and replaced on purpose. */
    keepYours: (field: EditField) =>
      setBase({ ...base, values: { ...base.values, [field]: theirs.values[field] } }),
  };
}

const schema = lazyLoad(
  () => import("#contract/tickets/change.ts"),
  ({ TicketChange }) => TicketChange,
);

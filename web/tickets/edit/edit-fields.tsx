import { mayChangeField, mayMoveTicketTo } from "#contract/access/tickets.ts";
import { SELECTABLE_STATUSES } from "#contract/statuses.ts";
import { TeamPicker } from "#web/groups/team-picker.tsx";
import { useActor } from "#web/lib/api/session-state.ts";
import { Person } from "#web/ui/avatar.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { AssigneePicker } from "../assignee-picker.tsx";
import type { EditValues } from "./edit-values.ts";
import {
  type FieldErrors,
  IssueField,
  PriorityField,
  ShownField,
  StatusField,
  SubjectField,
} from "../form/form-fields.tsx";
import { FORM_MESSAGES } from "../form/messages.ts";
import type { TicketDetail } from "../ticket-data.ts";
import { ticketAttributesOf } from "../ticket-attributes.ts";

type Props = {
  ticket: TicketDetail;
  values: EditValues;
  set: (part: Partial<EditValues>) => void;
  errors: FieldErrors;
  isSaving: boolean;
};

/** What may not be changed is shown. */
export function EditFields({ ticket, values, set, errors, isSaving }: Props) {
  const actor = useActor();
  const attributes = ticketAttributesOf(ticket);
  // An in-progress ticket shows its own status besides the four of the form (rule 70).
  const statuses = [...new Set([ticket.status, ...SELECTABLE_STATUSES])].filter(
    (status) => status === values.status || mayMoveTicketTo(actor, attributes, status),
  );
  return (
    <div className="form-grid">
      <SubjectField
        value={values.subject}
        error={errors.subject}
        disabled={isSaving}
        onChange={(subject) => set({ subject })}
      />
      <IssueField
        label={FORM_MESSAGES.description}
        value={values.issue}
        error={errors.issue}
        disabled={isSaving}
        onChange={(issue) => set({ issue })}
      />
      <StatusField
        value={values.status}
        statuses={statuses}
        error={errors.status}
        onChange={(status) => set({ status })}
      />
      <PriorityField
        value={values.priority}
        error={errors.priority}
        onChange={(priority) => set({ priority })}
      />
      {mayChangeField(actor, attributes, "assignee_id") ? (
        <Field label={FORM_MESSAGES.assignee} error={errors.assignee_id}>
          <AssigneePicker value={values.assignee} onChange={(assignee) => set({ assignee })} />
        </Field>
      ) : (
        <ShownField label={FORM_MESSAGES.assignee}>
          <Person name={values.assignee?.fullname} empty={FORM_MESSAGES.unassigned} />
        </ShownField>
      )}
      {mayChangeField(actor, attributes, "group_id") ? (
        <Field label={FORM_MESSAGES.groupTeam} error={errors.group_id}>
          <TeamPicker value={values.team} onChange={(team) => set({ team })} />
        </Field>
      ) : (
        <ShownField label={FORM_MESSAGES.groupTeam}>{values.team?.name ?? FORM_MESSAGES.none}</ShownField>
      )}
    </div>
  );
}

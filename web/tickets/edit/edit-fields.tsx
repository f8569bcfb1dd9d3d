import { mayChangeField, mayMoveTicketTo } from "#contract/access/tickets.ts";
import { SELECTABLE_STATUSES } from "#contract/statuses.ts";
import { TeamPicker } from "#web/groups/team-picker.tsx";
import { useActor } from "#web/lib/api/session-state.ts";
import { Person } from "#web/ui/avatar.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { AssigneePicker } from "../assignee-picker.tsx";
import { useNotInTeam } from "../not-in-team.tsx";
import { IssueField, PriorityField, ShownField, StatusField, SubjectField } from "../form/form-fields.tsx";
import { FORM_MESSAGES } from "../form/messages.ts";
import type { Edit } from "./use-edit.ts";
import type { TicketDetail } from "../ticket-data.ts";
import { ticketAttributesOf } from "../ticket-attributes.ts";

type Props = {
  ticket: TicketDetail;
  form: Edit["form"];
};

/** The fields of the edit form; those that the actor may not change are read-only. */
export function EditFields({ ticket, form: { values, errors, change, isBusy: isSaving } }: Props) {
  const actor = useActor();
  const attributes = ticketAttributesOf(ticket);
  // A status that the form does not offer stands first while the ticket has it (rule 70).
  const isOffered = SELECTABLE_STATUSES.some((status) => status === ticket.status);
  const foreign = isOffered ? [] : [ticket.status];
  const statuses = [...foreign, ...SELECTABLE_STATUSES].filter(
    (status) => status === values.status || mayMoveTicketTo(actor, attributes, status),
  );
  const notInTeam = useNotInTeam(values.assignee_id, values.group_id);
  return (
    <div className="form-grid">
      <SubjectField
        value={values.subject}
        error={errors.subject}
        disabled={isSaving}
        onChange={(subject) => change({ subject })}
      />
      <IssueField
        label={FORM_MESSAGES.description}
        value={values.issue}
        error={errors.issue}
        disabled={isSaving}
        onChange={(issue) => change({ issue })}
      />
      <StatusField
        value={values.status}
        statuses={statuses}
        error={errors.status}
        onChange={(status) => change({ status })}
      />
      <PriorityField
        value={values.priority}
        error={errors.priority}
        onChange={(priority) => change({ priority })}
      />
      {mayChangeField(actor, attributes, "assignee_id") ? (
        <Field label={FORM_MESSAGES.assignee} error={errors.assignee_id}>
          <AssigneePicker value={values.assignee_id} onChange={(assignee_id) => change({ assignee_id })} />
        </Field>
      ) : (
        <ShownField label={FORM_MESSAGES.assignee}>
          <Person name={values.assignee_id?.fullname} empty={FORM_MESSAGES.unassigned} />
        </ShownField>
      )}
      {mayChangeField(actor, attributes, "group_id") ? (
        <Field label={FORM_MESSAGES.groupTeam} hint={notInTeam} error={errors.group_id}>
          <TeamPicker value={values.group_id} onChange={(group_id) => change({ group_id })} />
        </Field>
      ) : (
        <ShownField label={FORM_MESSAGES.groupTeam}>{values.group_id?.name ?? FORM_MESSAGES.none}</ShownField>
      )}
    </div>
  );
}

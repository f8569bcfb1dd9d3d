import { Clock3 } from "lucide-react";
import { mayEditTicket } from "#contract/access/tickets.ts";
import { DEFAULT_STATUS, SELECTABLE_STATUSES } from "#contract/statuses.ts";
import { CompanyPicker } from "#web/companies/company-picker.tsx";
import { TeamPicker } from "#web/groups/team-picker.tsx";
import type { FormErrors } from "#web/lib/form/form-errors.ts";
import { useActor, useUser } from "#web/lib/api/session-state.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Card } from "#web/ui/card.tsx";
import { ClientPicker } from "#web/users/client-picker.tsx";
import { AssigneePicker } from "../assignee-picker.tsx";
import { companyOf } from "../form/company-of-client.ts";
import { PriorityField, ShownField, StatusField } from "../form/form-fields.tsx";
import { FORM_MESSAGES } from "../form/messages.ts";
import { useNotInTeam } from "../not-in-team.tsx";
import type { NewValues } from "./new-ticket-draft.ts";

type Props = {
  values: NewValues;
  change: (part: Partial<NewValues>) => void;
  errors: FormErrors<NewValues>;
};

/** Staff choose status, people, company and team; the client brings the company along. */
export function StaffSideFields({ values, change, errors }: Props) {
  const notInTeam = useNotInTeam(values.assignee_id, values.group_id);
  return (
    <Card>
      <div className="card-body stack roomy">
        <PriorityField
          value={values.priority}
          error={errors.priority}
          onChange={(priority) => change({ priority })}
        />
        <StatusField
          value={values.status}
          statuses={SELECTABLE_STATUSES}
          error={errors.status}
          onChange={(status) => change({ status })}
        />
        <hr className="divider" />
        <Field label={FORM_MESSAGES.assignedTo} error={errors.assignee_id}>
          <AssigneePicker value={values.assignee_id} onChange={(assignee_id) => change({ assignee_id })} />
        </Field>
        <Field label={FORM_MESSAGES.client} error={errors.client_id}>
          <ClientPicker
            value={values.client_id}
            // A company chosen first narrows the choice; one that came with the client does not.
            companyId={values.client_id ? null : values.company_id?.id}
            onChange={(client) =>
              change(
                client ? { client_id: personOf(client), company_id: companyOf(client) } : { client_id: null },
              )
            }
          />
        </Field>
        <Field label={FORM_MESSAGES.company} error={errors.company_id}>
          <CompanyPicker
            value={values.company_id}
            // Another company is not that of the client any more.
            onChange={(company_id) => change({ company_id, client_id: null })}
          />
        </Field>
        <Field label={FORM_MESSAGES.team} hint={notInTeam} error={errors.group_id}>
          <TeamPicker value={values.group_id} onChange={(group_id) => change({ group_id })} />
        </Field>
      </div>
    </Card>
  );
}

/** Clients choose the priority; a client admin may create a ticket for a colleague (rule 77). */
export function ClientSideFields({ values, change, errors }: Props) {
  const user = useUser();
  const actor = useActor();
  const { company_id } = actor;
  const mayChooseClient = mayEditTicket(actor, { company_id, client_id: null, status: values.status });
  const clock = <Clock3 className="icon small" />;
  return (
    <Card>
      <div className="card-body stack roomy">
        <PriorityField
          value={values.priority}
          error={errors.priority}
          onChange={(priority) => change({ priority })}
        />
        <StatusField value={DEFAULT_STATUS} statuses={[]} onChange={() => undefined} />
        <hr className="divider" />
        {mayChooseClient && company_id && (
          <Field label={FORM_MESSAGES.client} error={errors.client_id}>
            <ClientPicker
              value={values.client_id ?? { id: user.id, fullname: user.fullname }}
              companyId={company_id}
              clearable={false}
              onChange={(client) =>
                change({ client_id: client && client.id !== user.id ? personOf(client) : null })
              }
            />
          </Field>
        )}
        <ShownField
          label={FORM_MESSAGES.company}
          icon={user.company_name && <Avatar name={user.company_name} size="small" square />}
        >
          {user.company_name ?? FORM_MESSAGES.none}
        </ShownField>
        <ShownField label={FORM_MESSAGES.assignedTo} icon={clock}>
          {FORM_MESSAGES.willBeAssigned}
        </ShownField>
        <ShownField label={FORM_MESSAGES.team} icon={clock}>
          {FORM_MESSAGES.willBeAssigned}
        </ShownField>
      </div>
    </Card>
  );
}

function personOf({ id, fullname }: { id: string; fullname: string }) {
  return { id, fullname };
}

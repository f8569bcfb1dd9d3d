import { Clock3 } from "lucide-react";
import { mayEditTicket } from "#contract/access/tickets.ts";
import { SELECTABLE_STATUSES } from "#contract/statuses.ts";
import { CompanyPicker } from "../companies/company-picker.tsx";
import { TeamPicker } from "../groups/team-picker.tsx";
import { useActor, useUser } from "../lib/session-state.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Field } from "../ui/field.tsx";
import { Card } from "../ui/page.tsx";
import { ClientPicker } from "../users/client-picker.tsx";
import { AssigneePicker } from "./assignee-picker.tsx";
import { companyOf } from "./client-company.ts";
import { type FieldErrors, PriorityField, ShownField, StatusField } from "./form-fields.tsx";
import { FORM_WORDS } from "./form-words.ts";
import type { NewValues } from "./new-draft.ts";

type Props = { values: NewValues; change: (part: Partial<NewValues>) => void; errors: FieldErrors };

/** Staff choose status, people, company and team; the client brings the company along. */
export function StaffSideFields({ values, change, errors }: Props) {
  return (
    <Card>
      <div className="cbody stack roomy">
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
        <hr className="rule" />
        <Field label={FORM_WORDS.assignedTo} error={errors.assignee_id}>
          <AssigneePicker value={values.assignee} onChange={(assignee) => change({ assignee })} />
        </Field>
        <Field label={FORM_WORDS.client} error={errors.client_id}>
          <ClientPicker
            value={values.client}
            // A company chosen first narrows the choice; one that came with the client does not.
            companyId={values.client ? null : values.company?.id}
            onChange={(client) =>
              change(client ? { client: personOf(client), company: companyOf(client) } : { client })
            }
          />
        </Field>
        <Field label={FORM_WORDS.company} error={errors.company_id}>
          <CompanyPicker
            value={values.company}
            // Another company is not that of the client any more.
            onChange={(company) => change({ company, client: null })}
          />
        </Field>
        <Field label={FORM_WORDS.team} error={errors.group_id}>
          <TeamPicker value={values.team} onChange={(team) => change({ team })} />
        </Field>
      </div>
    </Card>
  );
}

/** Clients choose the priority; a client admin may raise for a colleague (decision list 77). */
export function ClientSideFields({ values, change, errors }: Props) {
  const user = useUser();
  const actor = useActor();
  const { company_id } = actor;
  const mayChooseClient = mayEditTicket(actor, { company_id, client_id: null, status: values.status });
  const clock = <Clock3 className="i s" />;
  return (
    <Card>
      <div className="cbody stack roomy">
        <PriorityField
          value={values.priority}
          error={errors.priority}
          onChange={(priority) => change({ priority })}
        />
        <StatusField value="open" statuses={[]} onChange={() => undefined} />
        <hr className="rule" />
        {mayChooseClient && company_id && (
          <Field label={FORM_WORDS.client} error={errors.client_id}>
            <ClientPicker
              value={values.client ?? { id: user.id, fullname: user.fullname }}
              companyId={company_id}
              clearable={false}
              onChange={(client) =>
                change({ client: client && client.id !== user.id ? personOf(client) : null })
              }
            />
          </Field>
        )}
        <ShownField
          label={FORM_WORDS.company}
          icon={user.company_name && <Avatar name={user.company_name} size="s" square />}
        >
          {user.company_name ?? FORM_WORDS.none}
        </ShownField>
        <ShownField label={FORM_WORDS.assignedTo} icon={clock}>
          {FORM_WORDS.willBeAssigned}
        </ShownField>
        <ShownField label={FORM_WORDS.team} icon={clock}>
          {FORM_WORDS.willBeAssigned}
        </ShownField>
      </div>
    </Card>
  );
}

function personOf({ id, fullname }: { id: string; fullname: string }) {
  return { id, fullname };
}

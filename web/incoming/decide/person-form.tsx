import { UserSearch } from "lucide-react";
import { mayAssignSender } from "#contract/access/users.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { Field } from "#web/ui/form/field.tsx";
import { ClientPicker } from "#web/users/client-picker.tsx";
import { INCOMING_MESSAGES as MESSAGES } from "../messages.ts";
import { DecisionForm } from "./decision-form.tsx";
import { saySamePerson } from "./acting.ts";
import type { FormProps } from "./form-props.ts";

type Values = { user_id: { id: string; fullname: string } | null };

/** Says that the sender is somebody known, who writes from another address. */
export function PersonForm({ mail, decide, onClose }: FormProps) {
  const mayNameColleagues = mayAssignSender(useActor(), { user_type: "internal" });
  const initial: Values = { user_id: null };
  const form = useForm({
    initial,
    bodyOf: ({ user_id }: Values) => ({ person: user_id ?? { id: "", fullname: "" } }),
    check: ({ user_id }) => ({ user_id: user_id === null ? MESSAGES.choosePerson : undefined }),
    send: ({ body }: Submission<{ person: { id: string; fullname: string } }>) =>
      decide.decideAndWait(saySamePerson(mail, body.person)),
    onSent: () => {
      onClose();
      decide.moveOn([mail.id]);
    },
  });
  return (
    <DecisionForm
      label={MESSAGES.actions.person}
      form={form}
      act={MESSAGES.samePerson}
      icon={<UserSearch className="icon" />}
      onClose={onClose}
    >
      <Field
        label={MESSAGES.person}
        error={form.errors.user_id}
        hint={MESSAGES.personHint(mail.from_address ?? "")}
      >
        <ClientPicker
          everybody={mayNameColleagues}
          value={form.values.user_id}
          empty={{ label: MESSAGES.noPerson }}
          label={MESSAGES.person}
          searchLabel={MESSAGES.findPerson}
          onChange={(person) => form.set("user_id", person && { id: person.id, fullname: person.fullname })}
        />
      </Field>
    </DecisionForm>
  );
}

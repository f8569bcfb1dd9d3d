import { ROLES } from "#contract/access/permissions.ts";
import { roleLabel } from "#contract/labels.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import type { UserType } from "../data.ts";
import { CREATE_USER_MESSAGES } from "../messages.ts";

type Props = { userType: UserType; value: string; error?: string; onChange: (name: string) => void };

/** The one role somebody starts with; more are given on the roles page. */
export function RoleSelect({ userType, value, error, onChange }: Props) {
  const options = ROLES.filter((role) => role.type === userType).map(({ name }) => ({
    value: name,
    label: roleLabel(name),
  }));
  return (
    <Field label={CREATE_USER_MESSAGES.role} error={error}>
      <Select<string> value={value} options={options} onChange={onChange} />
    </Field>
  );
}

/** The role of a new person unless another one is chosen (rule 109). */
export function defaultRole(userType: UserType): string {
  return userType === "external" ? "Client" : "support_specialist";
}

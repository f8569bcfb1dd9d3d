import { Avatar } from "#web/ui/avatar.tsx";
import { Field, ReadOnlyValue } from "#web/ui/form/field.tsx";
import { CREATE_USER_MESSAGES, USERS_MESSAGES } from "../messages.ts";

/** The company as a fixed value (rule 182). */
export function CompanyValue({ company }: { company: { name: string } | null }) {
  return (
    <Field label={CREATE_USER_MESSAGES.company} readOnly>
      <ReadOnlyValue icon={company && <Avatar name={company.name} size="small" square />}>
        {company?.name ?? USERS_MESSAGES.noCompany}
      </ReadOnlyValue>
    </Field>
  );
}

import { Avatar } from "../ui/avatar.tsx";
import { Field, ReadOnlyValue } from "../ui/field.tsx";
import { CREATE_USER_WORDS, USERS_WORDS } from "./words.ts";

/** The company as a fixed value (SPEC 5: "Company is fixed and not editable"). */
export function CompanyValue({ company }: { company: { name: string } | null }) {
  return (
    <Field label={CREATE_USER_WORDS.company} readOnly>
      <ReadOnlyValue icon={company && <Avatar name={company.name} size="s" square />}>
        {company?.name ?? USERS_WORDS.noCompany}
      </ReadOnlyValue>
    </Field>
  );
}

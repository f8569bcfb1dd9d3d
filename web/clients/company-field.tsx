import { CompanyPicker } from "#web/companies/company-picker.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { INVITE_CLIENT_MESSAGES } from "./messages.ts";

export type CompanyChoice = { id: string; name: string } | null;

type Props = {
  value: CompanyChoice;
  error?: string;
  hint?: string;
  onChange: (company: CompanyChoice) => void;
};

/** The company a client belongs to, out of the active ones (rule 176). */
export function CompanyField({ value, error, hint, onChange }: Props) {
  return (
    <Field label={INVITE_CLIENT_MESSAGES.company} error={error} hint={hint}>
      <CompanyPicker
        value={value}
        onChange={onChange}
        empty={{ label: INVITE_CLIENT_MESSAGES.chooseCompany }}
      />
    </Field>
  );
}

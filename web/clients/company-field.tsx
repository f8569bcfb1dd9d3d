import { CompanyPicker } from "../companies/company-picker.tsx";
import { Field } from "../ui/field.tsx";
import { INVITE_CLIENT_WORDS } from "./words.ts";

export type CompanyChoice = { id: string; name: string } | null;

type Props = {
  value: CompanyChoice;
  error?: string;
  hint?: string;
  onChange: (company: CompanyChoice) => void;
};

/** The company a client belongs to, out of the active ones (decision list 176). */
export function CompanyField({ value, error, hint, onChange }: Props) {
  return (
    <Field label={INVITE_CLIENT_WORDS.company} error={error} hint={hint}>
      <CompanyPicker value={value} onChange={onChange} empty={{ label: INVITE_CLIENT_WORDS.chooseCompany }} />
    </Field>
  );
}

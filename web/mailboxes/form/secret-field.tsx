import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import type { MailboxForm } from "./mailbox-form.ts";
import { FORM_MESSAGES as MESSAGES } from "./messages.ts";

type Props = {
  form: MailboxForm;
  name: "password" | "client_secret" | "refresh_token" | "smtp_password";
  label: string;
  isKept: boolean;
  hint?: string;
};

/** A secret that is typed and never shown: an empty field leaves the kept one. */
export function SecretField({ form, name, label, isKept, hint = MESSAGES.secretHint }: Props) {
  return (
    <Field label={label} hint={hint} error={form.errors[name]}>
      <Input
        type="password"
        autoComplete="off"
        spellCheck={false}
        placeholder={isKept ? MESSAGES.kept : undefined}
        {...form.text(name)}
      />
    </Field>
  );
}

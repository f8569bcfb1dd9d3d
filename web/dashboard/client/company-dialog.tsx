import { type FormEvent, useState } from "react";
import { EMAIL_PATTERN } from "#contract/email-pattern.ts";
import { LIMITS } from "#contract/limits.ts";
import { MESSAGES } from "#contract/messages.ts";
import { fieldErrors } from "#web/lib/api/api-error.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import { FormDialog } from "#web/ui/overlay/dialog.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input, Textarea } from "#web/ui/form/input.tsx";
import { type Company, useCompanyUpdate } from "../data.ts";
import { COMPANY_MESSAGES as W } from "../messages.ts";

/** The client admin's three fields. It is made anew at every opening, so it starts from the company as it is then. */
export function CompanyDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const save = useCompanyUpdate(useUser().company_id, onClose);
  const [fields, setFields] = useState({
    description: company.description ?? "",
    contact_email: company.contact_email ?? "",
    contact_phone: company.contact_phone ?? "",
  });
  const [emailError, setEmailError] = useState<string | null>(null);
  const refused = fieldErrors(save.error);
  const set = (name: keyof typeof fields) => (event: { currentTarget: { value: string } }) =>
    setFields({ ...fields, [name]: event.currentTarget.value });

  function submit(event: FormEvent) {
    event.preventDefault();
    const email = fields.contact_email.trim();
    const error = email && !EMAIL_PATTERN.test(email) ? MESSAGES.emailInvalid : null;
    setEmailError(error);
    if (error) return;
    save.mutate({
      description: fields.description.trim() || null,
      contact_email: email || null,
      contact_phone: fields.contact_phone.trim() || null,
    });
  }
  return (
    <FormDialog
      title={W.title}
      description={W.hint}
      form={{ onSubmit: submit, isBusy: save.isPending }}
      act={W.save}
      busyLabel={W.saving}
      onClose={onClose}
    >
      <Field label={W.description} error={refused.description}>
        <Textarea
          rows={4}
          value={fields.description}
          maxLength={LIMITS.companyDescription}
          onChange={set("description")}
        />
      </Field>
      <Field label={W.supportEmail} error={emailError ?? refused.contact_email}>
        <Input
          type="email"
          autoComplete="off"
          value={fields.contact_email}
          maxLength={LIMITS.email}
          onChange={set("contact_email")}
        />
      </Field>
      <Field label={W.supportPhone} error={refused.contact_phone}>
        <Input
          type="tel"
          autoComplete="off"
          value={fields.contact_phone}
          maxLength={LIMITS.phone}
          onChange={set("contact_phone")}
        />
      </Field>
    </FormDialog>
  );
}

import { readEmailAddress } from "#contract/text/email-address.ts";
import { LIMITS } from "#contract/limits.ts";
import { USER_REFUSALS } from "#contract/refusals/users.ts";
import { useSavedForm } from "#web/lib/form/use-saved-form.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import { FormDialog } from "#web/ui/overlay/dialog.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input, Textarea } from "#web/ui/form/input.tsx";
import { OutdatedBanner } from "#web/ui/form/outdated-banner.tsx";
import { type Company, useCompanyUpdate } from "../data.ts";
import { COMPANY_MESSAGES as W } from "../messages.ts";

/**
 * The client admin's three fields. It is made anew at every opening, so it starts from the company as it is then; what
 * somebody else saves meanwhile is not written over.
 */
export function CompanyDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const updating = useCompanyUpdate(useUser().company_id);
  const { form, isOutdated, adopt } = useSavedForm(versioned(company), {
    valuesOf: ({ description, contact_email, contact_phone }) => ({
      description: description ?? "",
      contact_email: contact_email ?? "",
      contact_phone: contact_phone ?? "",
    }),
    bodyOf: (values, { version }) => ({
      description: values.description.trim() || null,
      contact_email: values.contact_email.trim() || null,
      contact_phone: values.contact_phone.trim() || null,
      base_version: version,
    }),
    check: ({ contact_email: email }) =>
      email.trim() === (company.contact_email ?? "") || email.trim() === "" || readEmailAddress(email.trim())
        ? {}
        : { contact_email: USER_REFUSALS["user.email_invalid"] },
    send: (submission) => updating.mutateAsync(submission).then(versioned),
    onSent: onClose,
  });
  const { errors, text } = form;
  return (
    <FormDialog
      title={W.title}
      description={W.hint}
      form={form}
      act={W.save}
      busyLabel={W.saving}
      onClose={onClose}
    >
      <OutdatedBanner isOutdated={isOutdated} adopt={adopt} />
      <Field label={W.description} error={errors.description}>
        <Textarea rows={4} maxLength={LIMITS.companyDescription} {...text("description")} />
      </Field>
      <Field label={W.supportEmail} error={errors.contact_email}>
        <Input type="email" autoComplete="off" maxLength={LIMITS.email} {...text("contact_email")} />
      </Field>
      <Field label={W.supportPhone} error={errors.contact_phone}>
        <Input type="tel" autoComplete="off" maxLength={LIMITS.phone} {...text("contact_phone")} />
      </Field>
    </FormDialog>
  );
}

/** Those who may edit it read its version. */
function versioned(company: Company) {
  return { ...company, version: company.version ?? 0 };
}

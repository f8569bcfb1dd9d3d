import type { ReactNode } from "react";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { Section } from "#web/settings/section.tsx";
import type { MailboxForm } from "./mailbox-form.ts";
import { FORM_MESSAGES as MESSAGES } from "./messages.ts";
import { PowershellLines } from "./powershell-lines.tsx";
import { ReadingFields } from "./reading-fields.tsx";
import { type Kept, SourceFields } from "./source-fields.tsx";
import { SwitchRow } from "./switch-row.tsx";

type Props = { form: MailboxForm; kept: Kept; checked: ReactNode };

/** Where a mailbox's mail comes from, with the steps of its check below. */
export function SourceSection({ form, kept, checked }: Props) {
  const { values, errors, text, set } = form;
  return (
    <Section id="source" title={MESSAGES.source} caption={MESSAGES.sourceCaptions[values.kind]}>
      <div className="form-grid">
        <SourceFields form={form} kept={kept} />
        {values.kind !== "listen" && <ReadingFields form={form} />}
        {(values.kind === "imap" || values.kind === "listen") && (
          <Field label={MESSAGES.authserv} hint={MESSAGES.authservHint} error={errors.authserv_id}>
            <Input spellCheck={false} {...text("authserv_id")} />
          </Field>
        )}
      </div>
      {values.kind !== "listen" && (
        <SwitchRow
          label={MESSAGES.spam}
          hint={MESSAGES.spamHint}
          checked={values.spam_folder}
          onChange={(isOn) => set("spam_folder", isOn)}
        />
      )}
      {values.kind === "microsoft" && (
        <>
          <SwitchRow
            label={MESSAGES.trustTenant}
            hint={MESSAGES.trustTenantHint}
            checked={values.trust_tenant}
            onChange={(isOn) => set("trust_tenant", isOn)}
          />
          <PowershellLines form={form} />
        </>
      )}
      {checked}
    </Section>
  );
}

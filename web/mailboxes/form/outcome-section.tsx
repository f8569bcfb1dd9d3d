import { CompanyPicker } from "#web/companies/company-picker.tsx";
import { TeamPicker } from "#web/groups/team-picker.tsx";
import { Section } from "#web/settings/section.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input, Textarea } from "#web/ui/form/input.tsx";
import type { MailboxForm } from "./mailbox-form.ts";
import { FORM_MESSAGES as MESSAGES } from "./messages.ts";
import { SwitchRow } from "./switch-row.tsx";

/** What becomes of a mailbox's mail, and what its answers carry. */
export function OutcomeSection({ form: { values, errors, text, set } }: { form: MailboxForm }) {
  return (
    <Section id="outcome" title={MESSAGES.outcome}>
      <div className="form-grid">
        <Field label={MESSAGES.team} error={errors.group_id}>
          <TeamPicker
            value={values.group_id}
            empty={{ label: MESSAGES.noTeam }}
            onChange={(team) => set("group_id", team)}
          />
        </Field>
        <Field label={MESSAGES.company} hint={MESSAGES.companyHint} error={errors.company_id}>
          <CompanyPicker
            value={values.company_id}
            empty={{ label: MESSAGES.everyCompany }}
            onChange={(company) => set("company_id", company)}
          />
        </Field>
        <Field className="full" label={MESSAGES.name} hint={MESSAGES.nameHint} error={errors.name}>
          <Input placeholder={values.address} {...text("name")} />
        </Field>
        <Field
          className="full"
          label={MESSAGES.signature}
          hint={MESSAGES.signatureHint}
          error={errors.signature}
        >
          <Textarea rows={3} {...text("signature")} />
        </Field>
      </div>
      <SwitchRow
        label={MESSAGES.confirms}
        hint={MESSAGES.confirmsHint}
        checked={values.confirms}
        onChange={(isOn) => set("confirms", isOn)}
      />
      <SwitchRow
        label={MESSAGES.plus}
        hint={MESSAGES.plusHint}
        checked={values.plus_addressing}
        onChange={(isOn) => set("plus_addressing", isOn)}
      />
    </Section>
  );
}

import { ALLOWANCE_SETTINGS, type AllowanceSetting, mapAllowanceSettings } from "#contract/allowances.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { OutdatedBanner } from "#web/ui/form/outdated-banner.tsx";
import type { Settings } from "./data.ts";
import { LIMITS_MESSAGES as MESSAGES } from "./messages.ts";
import { SaveFoot } from "../save-bar.tsx";
import { Section } from "../section.tsx";
import { useSettingsForm } from "./settings-form.ts";
import { SETTINGS_MESSAGES } from "../messages.ts";

/** In the order in which they are read. */
const GROUPS = [
  {
    title: MESSAGES.work,
    names: ["limit_writes_per_second", "limit_tickets_per_hour", "limit_streams", "limit_connections"],
  },
  {
    title: MESSAGES.files,
    names: [
      "limit_upload_megabytes_per_day",
      "limit_company_upload_megabytes_per_day",
      "limit_attachments_per_ticket",
    ],
  },
  {
    title: MESSAGES.mail,
    names: [
      "limit_letters_per_hour",
      "limit_credential_notices_per_day",
      "limit_invitations_per_day",
      "limit_company_invitations_per_day",
      "limit_address_changes_per_day",
      "limit_taken_addresses_per_day",
    ],
  },
] as const satisfies readonly { title: string; names: readonly AllowanceSetting[] }[];

/** The limits on what one person or company may do in a while. */
export function LimitsSection({ settings }: { settings: Settings }) {
  const { form, isOutdated, adopt } = useSettingsForm(settings, {
    valuesOf: (saved) => mapAllowanceSettings((name) => String(saved[name])),
    bodyOf: (values) => mapAllowanceSettings((name) => Number(values[name])),
  });
  return (
    <Section
      id="limits"
      title={SETTINGS_MESSAGES.pages.limits}
      caption={MESSAGES.caption}
      onSubmit={form.onSubmit}
      foot={<SaveFoot form={form} />}
    >
      <OutdatedBanner isOutdated={isOutdated} adopt={adopt} />
      {GROUPS.map(({ title, names }) => (
        <fieldset key={title} className="field-group">
          <legend>{title}</legend>
          <div className="form-grid">
            {names.map((name) => (
              <Field
                key={name}
                label={MESSAGES.limits[name].label}
                hint={MESSAGES.hint(MESSAGES.limits[name].of, ALLOWANCE_SETTINGS[name].usual)}
                error={form.errors[name]}
              >
                <Input
                  className="numeric"
                  type="number"
                  inputMode="numeric"
                  min={ALLOWANCE_SETTINGS[name].least}
                  max={ALLOWANCE_SETTINGS[name].most}
                  {...form.text(name)}
                />
              </Field>
            ))}
          </div>
        </fieldset>
      ))}
    </Section>
  );
}

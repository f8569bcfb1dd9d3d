import { LIMITS } from "#contract/limits.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { OutdatedBanner } from "#web/ui/form/outdated-banner.tsx";
import type { Settings } from "./data.ts";
import { PASSWORDS_MESSAGES as MESSAGES } from "./messages.ts";
import { SaveFoot } from "../save-bar.tsx";
import { Section } from "../section.tsx";
import { useSettingsForm } from "./settings-form.ts";
import { SETTINGS_MESSAGES } from "../messages.ts";

/** The contract's bound for the minimum; passwords themselves may be longer. */
const LONGEST_MINIMUM = 64;

export function PasswordsSection({ settings }: { settings: Settings }) {
  const { form, isOutdated, adopt } = useSettingsForm(settings, {
    valuesOf: ({ password_minimum }) => ({ password_minimum: String(password_minimum) }),
    bodyOf: (values) => ({ password_minimum: Number(values.password_minimum) }),
  });
  return (
    <Section
      id="passwords"
      title={SETTINGS_MESSAGES.pages.passwords}
      caption={MESSAGES.caption}
      onSubmit={form.onSubmit}
      foot={<SaveFoot form={form} />}
    >
      <OutdatedBanner isOutdated={isOutdated} adopt={adopt} />
      <div className="form-grid">
        <Field label={MESSAGES.minimum} hint={MESSAGES.minimumHint} error={form.errors.password_minimum}>
          <Input
            className="numeric"
            type="number"
            inputMode="numeric"
            min={LIMITS.passwordMinimum}
            max={LONGEST_MINIMUM}
            {...form.text("password_minimum")}
          />
        </Field>
      </div>
    </Section>
  );
}

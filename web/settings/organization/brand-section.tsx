import { LANGUAGES } from "#contract/languages.ts";
import { LIMITS } from "#contract/limits.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { OutdatedBanner } from "#web/ui/form/outdated-banner.tsx";
import type { Settings } from "./data.ts";
import { LogoField } from "./logo-field.tsx";
import { BRAND_MESSAGES as MESSAGES } from "./messages.ts";
import { SaveFoot } from "../save-bar.tsx";
import { Section } from "../section.tsx";
import { useSettingsForm } from "./settings-form.ts";
import { SETTINGS_MESSAGES } from "../messages.ts";

export function BrandSection({ settings }: { settings: Settings }) {
  const { form, isOutdated, adopt } = useSettingsForm(settings, {
    valuesOf: ({ brand_name, brand_short_name, language }) => ({ brand_name, brand_short_name, language }),
    bodyOf: (values) => values,
  });
  const { values, errors, text, set } = form;
  return (
    <Section
      id="brand"
      title={SETTINGS_MESSAGES.pages.brand}
      caption={MESSAGES.caption}
      onSubmit={form.onSubmit}
      foot={<SaveFoot form={form} />}
    >
      <OutdatedBanner isOutdated={isOutdated} adopt={adopt} />
      <div className="form-grid">
        <Field label={MESSAGES.name} error={errors.brand_name}>
          <Input maxLength={LIMITS.brand} {...text("brand_name")} />
        </Field>
        <Field label={MESSAGES.shortName} hint={MESSAGES.shortNameHint} error={errors.brand_short_name}>
          <Input maxLength={LIMITS.shortName} {...text("brand_short_name")} />
        </Field>
        <Field label={MESSAGES.language} hint={MESSAGES.languageHint} error={errors.language}>
          <Select value={values.language} options={LANGUAGES} onChange={(value) => set("language", value)} />
        </Field>
        <LogoField logoUrl={settings.logo_url} />
      </div>
    </Section>
  );
}

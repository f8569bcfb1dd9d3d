import { LIMITS } from "#contract/limits.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import type { Settings } from "./data.ts";
import { LogoField } from "./logo-field.tsx";
import { BRAND_WORDS as WORDS } from "./organization-words.ts";
import { SaveFoot } from "./save-foot.tsx";
import { Section } from "./section.tsx";
import { useSettingsForm } from "./settings-form.ts";

export function BrandSection({ settings }: { settings: Settings }) {
  const { brand_name, brand_short_name } = settings;
  const form = useSettingsForm(settings, {
    initial: { brand_name, brand_short_name },
    bodyOf: (values) => values,
  });
  const { errors, text } = form;
  return (
    <Section
      id="brand"
      title={WORDS.title}
      caption={WORDS.caption}
      onSubmit={form.onSubmit}
      foot={<SaveFoot form={form} />}
    >
      <div className="formgrid">
        <Field label={WORDS.name} error={errors.brand_name}>
          <Input maxLength={LIMITS.brand} {...text("brand_name")} />
        </Field>
        <Field label={WORDS.shortName} hint={WORDS.shortNameHint} error={errors.brand_short_name}>
          <Input maxLength={LIMITS.shortName} {...text("brand_short_name")} />
        </Field>
        <LogoField logoUrl={settings.logo_url} />
      </div>
    </Section>
  );
}

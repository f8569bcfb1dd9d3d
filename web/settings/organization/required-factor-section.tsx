import { ROLES, type RoleName } from "#contract/access/permissions.ts";
import { roleLabel } from "#contract/labels.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { OutdatedBanner } from "#web/ui/form/outdated-banner.tsx";
import type { Settings } from "./data.ts";
import { REQUIRED_FACTOR_MESSAGES as MESSAGES } from "./messages.ts";
import { SaveFoot } from "../save-bar.tsx";
import { Section } from "../section.tsx";
import { useSettingsForm } from "./settings-form.ts";
import { SETTINGS_MESSAGES } from "../messages.ts";

/** The roles that require two-factor sign-in before anything else. */
export function RequiredFactorSection({ settings }: { settings: Settings }) {
  const { form, isOutdated, adopt } = useSettingsForm(settings, {
    valuesOf: (saved) => ({ second_factor_roles: namesIn(saved.second_factor_roles) }),
    bodyOf: (values) => values,
  });
  const { second_factor_roles: chosen } = form.values;
  const choose = (name: RoleName, isOn: boolean) =>
    form.set(
      "second_factor_roles",
      namesIn(isOn ? [...chosen, name] : chosen.filter((each) => each !== name)),
    );
  return (
    <Section
      id="second-factor-rule"
      title={SETTINGS_MESSAGES.pages.secondFactorRule}
      caption={MESSAGES.caption}
      onSubmit={form.onSubmit}
      foot={<SaveFoot form={form} />}
    >
      <OutdatedBanner isOutdated={isOutdated} adopt={adopt} />
      <fieldset className="choices">
        <legend className="field-label">{MESSAGES.roles}</legend>
        {ROLES.map(({ name }) => (
          <Checkbox
            key={name}
            label={roleLabel(name)}
            checked={chosen.includes(name)}
            onChange={(event) => choose(name, event.target.checked)}
          />
        ))}
      </fieldset>
    </Section>
  );
}

/** In the order of the list, so that what is chosen twice and taken back is no change. */
function namesIn(names: readonly string[]): RoleName[] {
  return ROLES.flatMap(({ name }) => (names.includes(name) ? [name] : []));
}

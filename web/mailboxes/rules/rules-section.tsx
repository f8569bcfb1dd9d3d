import { useQuery } from "@tanstack/react-query";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { OutdatedBanner } from "#web/ui/form/outdated-banner.tsx";
import { SaveFoot } from "#web/settings/save-bar.tsx";
import { Section } from "#web/settings/section.tsx";
import { type Settings, settingsQuery } from "#web/settings/organization/data.ts";
import { ORGANIZATION_MESSAGES } from "#web/settings/organization/messages.ts";
import { useSettingsForm } from "#web/settings/organization/settings-form.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Textarea } from "#web/ui/form/input.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { SwitchRow } from "../form/switch-row.tsx";
import { KeepOriginals } from "./keep-originals.tsx";
import { RULES_MESSAGES as MESSAGES } from "./messages.ts";
import { SettingRow } from "./setting-row.tsx";

/** What becomes of mail that comes in without a person deciding. */
export function RulesSection() {
  const { data, isError, error, refetch } = useQuery(settingsQuery);
  if (data) return <Loaded settings={data} />;
  const { failedToFetch } = ORGANIZATION_MESSAGES;
  return (
    <Section id="mail-rules" title={MESSAGES.title} caption={MESSAGES.caption}>
      {isError ? (
        <ErrorState
          title={failureMessage(error, failedToFetch) ?? failedToFetch}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingBlock />
      )}
    </Section>
  );
}

function Loaded({ settings }: { settings: Settings }) {
  const { form, isOutdated, adopt } = useSettingsForm(settings, {
    valuesOf: (saved) => ({
      mail_unproven_clients: saved.mail_unproven_clients,
      mail_cc_adds_colleagues: saved.mail_cc_adds_colleagues,
      mail_keep_originals_days: saved.mail_keep_originals_days,
      mail_blocked_types: saved.mail_blocked_types.join(" "),
      mail_system_senders: saved.mail_system_senders.join("\n"),
    }),
    bodyOf: (values) => ({
      ...values,
      mail_blocked_types: readList(values.mail_blocked_types),
      mail_system_senders: readList(values.mail_system_senders),
    }),
  });
  const { values, errors, text, set } = form;
  return (
    <Section
      id="mail-rules"
      title={MESSAGES.title}
      caption={MESSAGES.caption}
      onSubmit={form.onSubmit}
      foot={<SaveFoot form={form} />}
    >
      <OutdatedBanner isOutdated={isOutdated} adopt={adopt} />
      <SettingRow label={MESSAGES.unproven} hint={MESSAGES.unprovenHint} error={errors.mail_unproven_clients}>
        <Select
          size="small"
          label={MESSAGES.unproven}
          value={values.mail_unproven_clients}
          options={(["accept", "hold"] as const).map((value) => ({
            value,
            label: MESSAGES.unprovenChoices[value],
          }))}
          onChange={(value) => set("mail_unproven_clients", value)}
        />
      </SettingRow>
      <SwitchRow
        label={MESSAGES.cc}
        hint={MESSAGES.ccHint}
        checked={values.mail_cc_adds_colleagues}
        onChange={(isOn) => set("mail_cc_adds_colleagues", isOn)}
      />
      <KeepOriginals
        days={values.mail_keep_originals_days}
        error={errors.mail_keep_originals_days}
        onChange={(days) => set("mail_keep_originals_days", days)}
      />
      <Field label={MESSAGES.blocked} hint={MESSAGES.blockedHint} error={errors.mail_blocked_types}>
        <Textarea
          className="monospace plain-text"
          rows={3}
          spellCheck={false}
          {...text("mail_blocked_types")}
        />
      </Field>
      <Field label={MESSAGES.systems} hint={MESSAGES.systemsHint} error={errors.mail_system_senders}>
        <Textarea
          className="monospace plain-text"
          rows={3}
          spellCheck={false}
          {...text("mail_system_senders")}
        />
      </Field>
    </Section>
  );
}

/** Endings or addresses as they were typed: with blanks, commas or lines between them. */
function readList(text: string): string[] {
  return text.split(/[\s,;]+/u).filter(Boolean);
}

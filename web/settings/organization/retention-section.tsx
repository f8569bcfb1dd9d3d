import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import {
  RETENTION_SETTING_NAMES,
  RETENTION_SETTINGS,
  type RetentionSetting,
  STORAGE_GIGABYTES,
} from "#contract/retention/retention-times.ts";
import { useDebouncedText } from "#web/lib/use-debounced-text.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { OutdatedBanner } from "#web/ui/form/outdated-banner.tsx";
import { SETTINGS_MESSAGES } from "../messages.ts";
import { SaveFoot } from "../save-bar.tsx";
import { Section } from "../section.tsx";
import { type Preview, retentionQuery, type Settings, storageQuery } from "./data.ts";
import { RETENTION_MESSAGES as MESSAGES } from "./messages.ts";
import { useSettingsForm } from "./settings-form.ts";

/** What is kept for how long, with what the next night would take, and the space for attachments. */
export function RetentionSection({ settings }: { settings: Settings }) {
  const { form, isOutdated, adopt } = useSettingsForm(settings, {
    valuesOf: (saved) => ({
      trash_days: textOf(saved.trash_days),
      session_days: textOf(saved.session_days),
      mail_days: textOf(saved.mail_days),
      audit_days: textOf(saved.audit_days),
      attachments_gigabytes: textOf(saved.attachments_gigabytes),
    }),
    bodyOf: (values) => ({
      trash_days: Number(values.trash_days),
      session_days: Number(values.session_days),
      mail_days: numberOf(values.mail_days),
      audit_days: numberOf(values.audit_days),
      attachments_gigabytes: numberOf(values.attachments_gigabytes),
    }),
  });
  const preview = usePreview(form.values, settings);
  return (
    <Section
      id="retention"
      title={SETTINGS_MESSAGES.pages.retention}
      caption={MESSAGES.caption}
      onSubmit={form.onSubmit}
      foot={<SaveFoot form={form} />}
    >
      <OutdatedBanner isOutdated={isOutdated} adopt={adopt} />
      <fieldset className="field-group">
        <legend>{MESSAGES.days}</legend>
        <div className="form-grid">
          {RETENTION_SETTING_NAMES.map((name) => (
            <Field
              key={name}
              label={MESSAGES.settings[name].label}
              hint={
                <>
                  {MESSAGES.settings[name].hint} <b>{preview && dueText(name, preview)}</b>
                </>
              }
              error={form.errors[name]}
            >
              <Input
                className="numeric"
                type="number"
                inputMode="numeric"
                min={RETENTION_SETTINGS[name].least}
                max={RETENTION_SETTINGS[name].most}
                placeholder={RETENTION_SETTINGS[name].usual === null ? MESSAGES.never : undefined}
                {...form.text(name)}
              />
            </Field>
          ))}
        </div>
      </fieldset>
      <fieldset className="field-group">
        <legend>{MESSAGES.incoming}</legend>
        <p className="hint">
          {MESSAGES.incomingHint} {preview && <b>{wordsOf(preview.incoming_mails)}</b>}
        </p>
        <p className="hint">
          {MESSAGES.originals(settings.mail_keep_originals_days)}{" "}
          {preview && <b>{wordsOf(preview.originals)}</b>}{" "}
          <Link className="link" to="/settings/mail">
            {MESSAGES.toMail}
          </Link>
        </p>
      </fieldset>
      <fieldset className="field-group">
        <legend>{MESSAGES.attachments}</legend>
        <div className="form-grid">
          <Field label={MESSAGES.gigabytes} hint={<Stored />} error={form.errors.attachments_gigabytes}>
            <Input
              className="numeric"
              type="number"
              inputMode="numeric"
              min={STORAGE_GIGABYTES.least}
              max={STORAGE_GIGABYTES.most}
              placeholder={MESSAGES.noLimit}
              {...form.text("attachments_gigabytes")}
            />
          </Field>
        </div>
      </fieldset>
    </Section>
  );
}

function Stored() {
  const { data } = useQuery(storageQuery);
  return <>{data && MESSAGES.stored(data.bytes)}</>;
}

type Days = Record<RetentionSetting, string>;

/** Nothing while a number is out of its bounds; the count before stays in sight while the next one is fetched. */
function usePreview(values: Days, { mail_keep_originals_days: kept }: Settings): Preview | null {
  const asked = useDebouncedText(RETENTION_SETTING_NAMES.map((name) => values[name].trim()).join(","));
  const texts = asked.split(",");
  const days = Object.fromEntries(
    RETENTION_SETTING_NAMES.flatMap((name, at) => (texts[at] ? [[name, Number(texts[at])]] : [])),
  );
  const isAllowed = RETENTION_SETTING_NAMES.every((name) => isWithin(name, days[name]));
  const { data } = useQuery({
    ...retentionQuery({ ...days, mail_keep_originals_days: kept ?? undefined }),
    enabled: isAllowed,
    placeholderData: keepPreviousData,
  });
  return isAllowed ? (data ?? null) : null;
}

function isWithin(name: RetentionSetting, days: number | undefined): boolean {
  const { least, most, usual } = RETENTION_SETTINGS[name];
  if (days === undefined) return usual === null;
  return Number.isInteger(days) && days >= least && days <= most;
}

const DUE = {
  trash_days: "tickets",
  session_days: "sessions",
  mail_days: "mails",
  audit_days: "audit_entries",
} as const satisfies Record<RetentionSetting, keyof Preview>;

function dueText(name: RetentionSetting, preview: Preview): string {
  return wordsOf(preview[DUE[name]]);
}

function wordsOf({ count, is_capped: isMore }: Preview["tickets"]): string {
  return count === 0 ? MESSAGES.nothingGoes : MESSAGES.goes(count, isMore);
}

function textOf(value: number | null): string {
  return value === null ? "" : String(value);
}

function numberOf(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}

import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { Picker } from "#web/ui/form/picker.tsx";
import { OutdatedBanner } from "#web/ui/form/outdated-banner.tsx";
import type { Settings } from "./data.ts";
import { TICKETS_MESSAGES as MESSAGES } from "./messages.ts";
import { SaveFoot } from "../save-bar.tsx";
import { Section } from "../section.tsx";
import { TIME_ZONES, timeZonePick } from "../time-zone-picks.ts";
import { useSettingsForm } from "./settings-form.ts";
import { SETTINGS_MESSAGES } from "../messages.ts";

/** Ticket prefix, time zone, and the start of work on a ticket. */
export function TicketsSection({ settings }: { settings: Settings }) {
  const { form, isOutdated, adopt } = useSettingsForm(settings, {
    valuesOf: ({ ticket_prefix, time_zone, in_progress_when_taken }) => ({
      ticket_prefix,
      time_zone,
      in_progress_when_taken,
    }),
    bodyOf: (values) => values,
  });
  const { values, errors, text, set } = form;
  return (
    <Section
      id="tickets"
      title={SETTINGS_MESSAGES.pages.tickets}
      caption={MESSAGES.caption}
      onSubmit={form.onSubmit}
      foot={<SaveFoot form={form} />}
    >
      <OutdatedBanner isOutdated={isOutdated} adopt={adopt} />
      <div className="form-grid">
        <Field
          label={MESSAGES.prefix}
          hint={MESSAGES.prefixHint(values.ticket_prefix)}
          error={errors.ticket_prefix}
        >
          <Input className="monospace" maxLength={11} spellCheck={false} {...text("ticket_prefix")} />
        </Field>
        <Field label={MESSAGES.timeZone} hint={MESSAGES.timeZoneHint} error={errors.time_zone}>
          <Picker
            label={MESSAGES.timeZone}
            searchLabel={MESSAGES.findTimeZone}
            value={timeZonePick(values.time_zone)}
            options={TIME_ZONES}
            empty={{ label: "UTC" }}
            onChange={(pick) => set("time_zone", pick?.id ?? "UTC")}
          />
        </Field>
      </div>
      <Checkbox
        checked={values.in_progress_when_taken}
        onChange={(event) => set("in_progress_when_taken", event.target.checked)}
        label={
          <>
            {MESSAGES.whenTaken}
            <span className="hint">{MESSAGES.whenTakenHint}</span>
          </>
        }
      />
    </Section>
  );
}

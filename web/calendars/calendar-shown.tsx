import { Section } from "#web/settings/section.tsx";
import { timeZonePick } from "#web/settings/time-zone-picks.ts";
import { FormerBanner } from "#web/sla/versions/former-banner.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ButtonLink } from "#web/ui/form/button-link.tsx";
import { Field, ReadOnlyValue } from "#web/ui/form/field.tsx";
import { factsOf } from "./calendar-facts.ts";
import { CalendarVersions } from "./calendar-versions.tsx";
import type { Calendar } from "./data.ts";
import { SpecialDays } from "./form/special-days.tsx";
import { WeekShown } from "./form/week-grid.tsx";
import { CALENDAR_FORM_MESSAGES, CALENDAR_MESSAGES as MESSAGES } from "./messages.ts";

/** A calendar, or a version of it, to be read. */
export function CalendarShown({ calendar }: { calendar: Calendar }) {
  const { id, name, zone, week, days, shown_version: shown, version, archived_at } = calendar;
  return (
    <>
      {archived_at !== null && (
        <Banner tone="warning" title={MESSAGES.isArchived}>
          {MESSAGES.isArchivedHint}
        </Banner>
      )}
      {shown !== version && (
        <FormerBanner
          version={shown}
          renderLink={(text) => (
            <ButtonLink
              to="/settings/calendars/$calendarId"
              params={{ calendarId: id }}
              search={{}}
              size="small"
            >
              {text}
            </ButtonLink>
          )}
        />
      )}
      <Section
        id="calendar"
        title={name}
        caption={factsOf(calendar)}
        actions={<CalendarVersions calendar={calendar} />}
      >
        <Field label={CALENDAR_FORM_MESSAGES.zone} readOnly>
          <ReadOnlyValue>{timeZonePick(zone).label}</ReadOnlyValue>
        </Field>
        <WeekShown week={week} />
      </Section>
      <SpecialDays days={days} zone={zone} />
    </>
  );
}

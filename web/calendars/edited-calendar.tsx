import { ArchiveButton } from "#web/settings/saved-form/archive-button.tsx";
import { EffectCard } from "#web/settings/saved-form/effect-card.tsx";
import { OutdatedBanner } from "#web/ui/form/outdated-banner.tsx";
import { OpenTickets } from "#web/sla/preview/open-tickets.tsx";
import { Button } from "#web/ui/button.tsx";
import { factsOf } from "./calendar-facts.ts";
import { CalendarVersions } from "./calendar-versions.tsx";
import { type Calendar, useArchiveCalendar } from "./data.ts";
import { CalendarFields, useFormWindow } from "./form/calendar-fields.tsx";
import { useCalendarForm } from "./form/use-calendar-form.ts";
import { CALENDAR_FORM_MESSAGES, CALENDAR_MESSAGES as MESSAGES } from "./messages.ts";
import { MissingHolidays } from "./missing-holidays.tsx";

type Props = {
  calendar: Calendar;
  /** Opens the window that proposes holidays at once. */
  isProposing: boolean;
  onGone: () => void;
};

/** The form of a calendar, with what becomes of it. */
export function EditedCalendar({ calendar, isProposing, onGone }: Props) {
  const { form, start, isOutdated, adopt, reset, draft, applying } = useCalendarForm(calendar);
  const archiving = useArchiveCalendar(calendar.id);
  const [window, setWindow] = useFormWindow(isProposing ? { kind: "holidays" } : null);
  const year = calendar.holidays_missing;
  const isAdded = year !== null && form.values.days.some(({ day }) => day.startsWith(`${year}-`));
  return (
    <>
      {year !== null && !isAdded && (
        <MissingHolidays
          year={year}
          action={
            <Button size="small" onClick={() => setWindow({ kind: "holidays" })}>
              {CALENDAR_FORM_MESSAGES.propose}
            </Button>
          }
        />
      )}
      <OutdatedBanner isOutdated={isOutdated} adopt={adopt} />
      <CalendarFields
        form={form}
        head={{
          title: calendar.name,
          caption: factsOf(calendar),
          actions: (
            <>
              <CalendarVersions calendar={calendar} />
              <ArchiveButton
                name={calendar.name}
                title={MESSAGES.archiveTitle}
                act={MESSAGES.archiveAct}
                archive={archiving.mutateAsync}
                onArchived={() => {
                  form.forget();
                  onGone();
                }}
              />
            </>
          ),
        }}
        saved={start.days}
        missingYear={year}
        window={window}
        onWindow={setWindow}
      >
        <EffectCard form={form} isNew={false} onCancel={reset}>
          {draft && <OpenTickets draft={draft} applying={applying} />}
        </EffectCard>
      </CalendarFields>
    </>
  );
}

import { Archive } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { OpenTickets } from "#web/sla/preview/open-tickets.tsx";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { factsOf } from "./calendar-facts.ts";
import { CalendarVersions } from "./calendar-versions.tsx";
import { type Calendar, useArchiveCalendar } from "./data.ts";
import { CalendarFields, useFormWindow } from "./form/calendar-fields.tsx";
import { EffectCard } from "./form/effect-card.tsx";
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
      {isOutdated && (
        <Banner
          tone="warning"
          title={CALENDAR_FORM_MESSAGES.changed}
          action={
            <Button size="small" onClick={adopt}>
              {CALENDAR_FORM_MESSAGES.adopt}
            </Button>
          }
        >
          {CALENDAR_FORM_MESSAGES.changedHint}
        </Banner>
      )}
      <CalendarFields
        form={form}
        head={{
          title: calendar.name,
          caption: factsOf(calendar),
          actions: (
            <>
              <CalendarVersions calendar={calendar} />
              <ArchiveButton calendar={calendar} forget={form.forget} onGone={onGone} />
            </>
          ),
        }}
        saved={start.days}
        missingYear={year}
        window={window}
        onWindow={setWindow}
      >
        <EffectCard form={form} onCancel={reset}>
          {draft && <OpenTickets draft={draft} applying={applying} />}
        </EffectCard>
      </CalendarFields>
    </>
  );
}

type ArchiveProps = { calendar: Calendar; forget: () => void; onGone: () => void };

function ArchiveButton({ calendar: { id, name }, forget, onGone }: ArchiveProps) {
  const [isAsking, ask] = useState(false);
  const archiving = useArchiveCalendar(id);
  return (
    <>
      <Button look="ghost" icon={<Archive className="icon" />} onClick={() => ask(true)}>
        {MESSAGES.archive}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={ask}
        title={MESSAGES.archiveTitle}
        description={MESSAGES.archiveLead(name)}
        icon={<Archive className="icon large" />}
        act={MESSAGES.archiveAct}
        busyLabel={MESSAGES.archiving}
        onConfirm={async () => {
          await archiving.mutateAsync();
          forget();
          onGone();
        }}
      />
    </>
  );
}

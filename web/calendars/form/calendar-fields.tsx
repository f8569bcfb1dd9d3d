import { CalendarPlus, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useCurrentTime } from "#web/lib/current-time.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { Section } from "#web/settings/section.tsx";
import { TIME_ZONES, timeZonePick } from "#web/settings/time-zone-picks.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { Picker } from "#web/ui/form/picker.tsx";
import type { CalendarDraft } from "../data.ts";
import { CALENDAR_FORM_MESSAGES as MESSAGES } from "../messages.ts";
import { todayIn } from "#web/lib/calendar-dates.ts";
import { addDays } from "./calendar-values.ts";
import { SpecialDays } from "./special-days.tsx";
import type { CalendarForm } from "./use-calendar-form.ts";
import { WeekFields } from "./week-grid.tsx";

const dayWindow = lazyPart(
  () => import("./day-window.tsx"),
  (module) => module.DayWindow,
);
const holidayWindow = lazyPart(
  () => import("./holiday-window.tsx"),
  (module) => module.HolidayWindow,
);

type Day = CalendarDraft["days"][number];
type Open = { kind: "day"; edited: Day | null } | { kind: "holidays" } | null;

type Props = {
  form: CalendarForm;
  /** The id of the first card, and its head. */
  head: { title: string; caption: ReactNode; actions?: ReactNode };
  /** Special days of the newest version. */
  saved: readonly Day[];
  /** The year of the banner, where its holidays are missing. */
  missingYear: number | null;
  /** Opened from the banner. */
  window: Open;
  onWindow: (open: Open) => void;
  /** The last card, with the foot that saves. */
  children: ReactNode;
};

/** The fields of a calendar: name and zone, the week, special days. */
export function CalendarFields({ form, head, saved, missingYear, window, onWindow, children }: Props) {
  const { values, errors } = form;
  const now = useCurrentTime();
  const year = missingYear ?? Number(todayIn(values.zone, now).slice(0, 4));
  return (
    <>
      <form className="stack" noValidate onSubmit={form.onSubmit}>
        <Section id="calendar" {...head}>
          <div className="form-grid">
            <Field label={MESSAGES.name} error={errors.name}>
              <Input autoComplete="off" {...form.text("name")} />
            </Field>
            <Field label={MESSAGES.zone} hint={MESSAGES.zoneHint} error={errors.zone}>
              <Picker
                label={MESSAGES.zone}
                searchLabel={MESSAGES.findZone}
                value={timeZonePick(values.zone)}
                options={TIME_ZONES}
                empty={{ label: "UTC" }}
                onChange={(pick) => form.set("zone", pick?.id ?? "UTC")}
              />
            </Field>
          </div>
          <WeekFields week={values.week} error={errors.week} onChange={(week) => form.set("week", week)} />
        </Section>
        <SpecialDays
          days={values.days}
          zone={values.zone}
          saved={saved}
          error={errors.days}
          onEdit={(edited) => onWindow({ kind: "day", edited })}
          onRemove={({ day }) =>
            form.set(
              "days",
              values.days.filter((one) => one.day !== day),
            )
          }
          actions={
            <>
              <Button
                icon={<CalendarPlus className="icon" />}
                onPointerEnter={holidayWindow.fetch}
                onClick={() => onWindow({ kind: "holidays" })}
              >
                {MESSAGES.propose}
              </Button>
              <Button
                icon={<Plus className="icon" />}
                onPointerEnter={dayWindow.fetch}
                onClick={() => onWindow({ kind: "day", edited: null })}
              >
                {MESSAGES.addDay}
              </Button>
            </>
          }
        />
        {children}
      </form>
      {/* Outside of the form, whose Enter is not theirs. */}
      {window?.kind === "day" && (
        <dayWindow.Part
          edited={window.edited}
          taken={values.days.map(({ day }) => day).filter((day) => day !== window.edited?.day)}
          onDone={(day) =>
            form.set(
              "days",
              addDays(
                values.days.filter((one) => one.day !== window.edited?.day),
                [day],
              ),
            )
          }
          onClose={() => onWindow(null)}
        />
      )}
      {window?.kind === "holidays" && (
        <holidayWindow.Part
          year={year}
          listed={values.days.map(({ day }) => day)}
          onAdd={(days) =>
            form.set(
              "days",
              addDays(
                values.days,
                days.map((day) => ({ ...day, hours: null })),
              ),
            )
          }
          onClose={() => onWindow(null)}
        />
      )}
    </>
  );
}

/** Which window of the form is open. */
export function useFormWindow(first: Open = null) {
  return useState<Open>(first);
}

import { CALENDAR_REFUSALS } from "#contract/refusals/calendars.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { SAVED_FORM_MESSAGES } from "#web/settings/saved-form/messages.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { FormDialog } from "#web/ui/overlay/dialog.tsx";
import type { CalendarDraft } from "../data.ts";
import { CALENDAR_FORM_MESSAGES as MESSAGES } from "../messages.ts";
import { faultOf } from "./calendar-values.ts";
import { readHours, writeHours } from "./hours-text.ts";

type Day = CalendarDraft["days"][number];
type Props = {
  /** Null for a new one. */
  edited: Day | null;
  /** Dates that other rows have. */
  taken: readonly string[];
  onDone: (day: Day) => void;
  onClose: () => void;
};

/** The form of one special day; it goes into the calendar's form, which is what is saved. */
export function DayWindow({ edited, taken, onDone, onClose }: Props) {
  const form = useForm({
    initial: { day: edited?.day ?? "", name: edited?.name ?? "", hours: writeHours(edited?.hours ?? null) },
    bodyOf: ({ day, name, hours }) => ({ day, name: name.trim(), hours: toHours(hours) }),
    check: ({ day, name, hours }) => ({
      day: dayFault(day, taken),
      name: name.trim() === "" ? CALENDAR_REFUSALS["calendar.day_name_required"] : undefined,
      hours: faultOf(hours) ?? undefined,
    }),
    send: async ({ body }) => body,
    onSent: (_, body) => {
      onDone(body);
      onClose();
    },
  });
  return (
    <FormDialog
      title={MESSAGES.dayTitle}
      form={form}
      act={edited ? MESSAGES.dayChangeAct : MESSAGES.dayAct}
      busyLabel={SAVED_FORM_MESSAGES.saving}
      onClose={onClose}
    >
      <Field label={MESSAGES.dayDate} error={form.errors.day}>
        <Input type="date" min="2000-01-01" max="2099-12-31" {...form.text("day")} />
      </Field>
      <Field label={MESSAGES.dayName} error={form.errors.name}>
        <Input autoComplete="off" maxLength={120} {...form.text("name")} />
      </Field>
      <Field label={MESSAGES.dayHours} hint={MESSAGES.dayHoursHint} error={form.errors.hours}>
        <Input autoComplete="off" placeholder={MESSAGES.closed} {...form.text("hours")} />
      </Field>
    </FormDialog>
  );
}

function dayFault(day: string, taken: readonly string[]): string | undefined {
  if (!/^20\d\d-\d\d-\d\d$/.test(day)) return CALENDAR_REFUSALS["calendar.day_invalid"];
  return taken.includes(day) ? CALENDAR_REFUSALS["calendar.day_twice"] : undefined;
}

function toHours(typed: string): Day["hours"] {
  const hours = readHours(typed);
  return hours.length === 0 ? null : hours;
}

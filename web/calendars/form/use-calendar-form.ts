import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "#web/lib/form/use-form.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { applyToOpen } from "#web/sla/preview/data.ts";
import { useApplying } from "#web/sla/preview/open-tickets.tsx";
import { type Calendar, type CalendarDraft, useSaveCalendar } from "../data.ts";
import { bodyOf, type CalendarValues, faultOf, valuesOf } from "./calendar-values.ts";

const schema = lazyLoad(
  () => import("#contract/calendars.ts"),
  (contract) => contract.CalendarDraft,
);

/** The form of a calendar that is not there yet. */
export function useNewCalendarForm(begin: CalendarDraft, onSent: (calendar: Calendar) => unknown) {
  return useForm({
    initial: valuesOf(begin),
    bodyOf,
    schema,
    send: useSaveCalendar(null).mutateAsync,
    onSent: ({ calendar }) => onSent(calendar),
  });
}

/**
 * The form of a calendar that is there. It goes on from the version that it began with, so that what somebody else has
 * saved meanwhile is not written over; `present` is how the calendar is now.
 */
export function useCalendarForm(present: Calendar) {
  const [start, setStart] = useState(present);
  const client = useQueryClient();
  const applying = useApplying();
  const form = useForm({
    initial: valuesOf(start),
    bodyOf,
    schema,
    send: useSaveCalendar({ id: present.id, base: start.version }).mutateAsync,
    onSent: ({ calendar }) => {
      if (applying.isOn) void applyToOpen(client, { calendar_id: calendar.id });
      applying.reset();
      begin(calendar);
    },
  });
  const isOutdated = present.version > start.version && !form.isBusy;
  // Nobody loses anything: the form takes what is saved as its own.
  if (isOutdated && !form.isChanged) begin(present);

  function begin(calendar: Calendar) {
    setStart(calendar);
    form.adopt(valuesOf(calendar));
  }
  return {
    form,
    /** What it began with. */
    start,
    /** What is looked ahead at, while it differs from what is saved and could be saved. */
    draft:
      form.isChanged && isSound(form.values)
        ? { calendar: { ...bodyOf(form.values), calendar_id: present.id } }
        : null,
    applying,
    isOutdated: isOutdated && form.isChanged,
    adopt: () => begin(present),
    /** Takes the changes back. */
    reset: () => form.adopt(valuesOf(start)),
  };
}

function isSound({ name, week }: CalendarValues): boolean {
  const days = Object.values(week);
  return name.trim() !== "" && days.some(Boolean) && days.every((typed) => faultOf(typed) === null);
}

/** The part of a form that its fields use, new or not. */
export type CalendarForm = ReturnType<typeof useNewCalendarForm>;

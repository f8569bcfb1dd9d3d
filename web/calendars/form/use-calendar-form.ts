import { useForm } from "#web/lib/form/use-form.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { useAppliedForm } from "#web/settings/saved-form/use-applied-form.ts";
import { type Calendar, type CalendarDraft, useChangeCalendar, useCreateCalendar } from "../data.ts";
import { bodyOf, type CalendarValues, faultOf, valuesOf } from "./calendar-values.ts";

const newSchema = lazyLoad(
  () => import("#contract/calendars.ts"),
  (contract) => contract.CalendarDraft,
);
const changeSchema = lazyLoad(
  () => import("#contract/calendars.ts"),
  (contract) => contract.calendars.save.body,
);

/** The form of a calendar that is not there yet. */
export function useNewCalendarForm(begin: CalendarDraft, onSent: (calendar: Calendar) => unknown) {
  return useForm({
    initial: valuesOf(begin),
    bodyOf,
    schema: newSchema,
    send: useCreateCalendar().mutateAsync,
    onSent,
  });
}

/** The form of a calendar that is there. */
export function useCalendarForm(present: Calendar) {
  const applied = useAppliedForm(
    present,
    {
      valuesOf,
      bodyOf: (values: CalendarValues, { version }) => ({ ...bodyOf(values), base_version: version }),
      schema: changeSchema,
      send: useChangeCalendar(present.id).mutateAsync,
    },
    ({ id }) => ({ calendar_id: id }),
  );
  const { isChanged, values } = applied.form;
  return {
    ...applied,
    /** What is looked ahead at, while it differs from what is saved and could be saved. */
    draft: isChanged && isSound(values) ? { calendar: { ...bodyOf(values), calendar_id: present.id } } : null,
  };
}

function isSound({ name, week }: CalendarValues): boolean {
  const days = Object.values(week);
  return name.trim() !== "" && days.some(Boolean) && days.every((typed) => faultOf(typed) === null);
}

/** The part of a form that its fields use, new or not. */
export type CalendarForm = Pick<
  ReturnType<typeof useNewCalendarForm>,
  "values" | "errors" | "set" | "change" | "text" | "isBusy" | "isChanged" | "onSubmit"
>;

import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useConfig, usePageTitle } from "#web/lib/public-config.ts";
import { EffectCard } from "#web/settings/saved-form/effect-card.tsx";
import { CalendarFields, useFormWindow } from "./form/calendar-fields.tsx";
import { beginCalendar } from "./form/calendar-values.ts";
import { useNewCalendarForm } from "./form/use-calendar-form.ts";
import { CALENDAR_MESSAGES as MESSAGES } from "./messages.ts";

/** The form of a calendar that is not there yet, in the organization's time zone at first. */
export function NewCalendar() {
  usePageTitle(MESSAGES.new);
  const navigate = useNavigate();
  const zone = useConfig()?.time_zone ?? "UTC";
  const [begin] = useState(() => beginCalendar(zone));
  const [window, setWindow] = useFormWindow();
  const form = useNewCalendarForm(begin, ({ id }) =>
    navigate({ to: "/settings/calendars/$calendarId", params: { calendarId: id }, replace: true }),
  );
  return (
    <CalendarFields
      form={form}
      head={{ title: MESSAGES.new, caption: MESSAGES.caption }}
      saved={begin.days}
      missingYear={null}
      window={window}
      onWindow={setWindow}
    >
      <EffectCard
        form={form}
        isNew
        onCancel={() => {
          form.forget();
          void navigate({ to: "/settings/calendars" });
        }}
      />
    </CalendarFields>
  );
}

import { Link } from "@tanstack/react-router";
import { VersionsButton } from "#web/sla/versions/versions-button.tsx";
import type { Calendar } from "./data.ts";

/** The versions of a calendar. */
export function CalendarVersions({ calendar }: { calendar: Calendar }) {
  return (
    <VersionsButton
      of={calendar}
      renderLink={(link) => (
        <Link to="/settings/calendars/$calendarId" params={{ calendarId: calendar.id }} {...link} />
      )}
    />
  );
}

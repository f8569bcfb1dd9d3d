import { Link } from "@tanstack/react-router";
import { History } from "lucide-react";
import { useState } from "react";
import { countText, dateAndTime } from "#web/lib/format.ts";
import { useTimeZone } from "#web/lib/time-zone.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import type { Calendar } from "./data.ts";
import { CALENDAR_MESSAGES as MESSAGES } from "./messages.ts";

/** Opens the list of all versions, each of which can be read. */
export function VersionsButton({ calendar }: { calendar: Calendar }) {
  useTimeZone();
  const [isOpen, setOpen] = useState(false);
  const { id, name, version: newest, versions } = calendar;
  return (
    <>
      <Button look="ghost" icon={<History className="icon" />} onClick={() => setOpen(true)}>
        {MESSAGES.versions}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={MESSAGES.versionsOf(name)}
        description={MESSAGES.versionsHint}
      >
        <ul className="version-list">
          {versions.map(({ number, created_at, created_by_fullname }) => (
            <li key={number}>
              <Link
                to="/settings/calendars/$calendarId"
                params={{ calendarId: id }}
                search={number === newest ? {} : { version: number }}
                onClick={() => setOpen(false)}
              >
                <span className="weight-medium">{MESSAGES.formerName(countText(number))}</span>
                {number === newest && <Badge>{MESSAGES.newest}</Badge>}
                <span className="text-tiny muted">
                  {MESSAGES.savedBy(dateAndTime(created_at), created_by_fullname)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

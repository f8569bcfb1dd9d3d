import { useUser } from "#web/lib/api/session-state.ts";
import { Picker } from "#web/ui/form/picker.tsx";
import { TIME_ZONES, timeZonePick } from "../time-zone-picks.ts";
import { useSaveTimeZone } from "./data.ts";
import { APPEARANCE_MESSAGES as MESSAGES } from "./messages.ts";

const DEVICE_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone in which one reads times, kept with the account; without one it is each browser's. */
export function TimeZoneChoice() {
  const { timezone } = useUser();
  const save = useSaveTimeZone();
  return (
    <li>
      <div className="grow">
        <span className="weight-medium">{MESSAGES.timeZone}</span>
        <span className="hint">{MESSAGES.timeZoneHint}</span>
      </div>
      <Picker
        label={MESSAGES.timeZone}
        searchLabel={MESSAGES.findTimeZone}
        value={timezone === null ? null : timeZonePick(timezone)}
        options={TIME_ZONES}
        empty={{ label: MESSAGES.ofBrowser(DEVICE_ZONE) }}
        clearable
        busy={save.isPending}
        onChange={(pick) => save.mutate(pick?.id ?? null)}
      />
    </li>
  );
}

import { CalendarClock, CalendarDays, Clock } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useState } from "react";
import { sendLaterPresets, type SendLaterPreset } from "#contract/comments/send-times.ts";
import { useOrganizationTimes } from "#web/lib/organization-times.ts";
import { MenuItem, MenuLabel, MenuLine } from "#web/ui/overlay/menu.tsx";
import { SEND_LATER_MESSAGES as MESSAGES } from "./messages.ts";
import "#web/styles/sending.css";

export type Later = { send_at: string; stop_if_answered: boolean };
type Props = {
  stops: boolean;
  onStops: (stops: boolean) => void;
  onChoose: (at: string) => void;
  onPick: () => void;
};

/** The times at which an answer may go out, in the menu beside Send. */
export function SendLaterItems({ stops, onStops, onChoose, onPick }: Props) {
  const texts = useOrganizationTimes();
  const [now] = useState(() => Date.now());
  return (
    <>
      <MenuLine />
      <MenuLabel>{MESSAGES.title}</MenuLabel>
      {sendLaterPresets(now, texts.zone).map(({ preset, at }) => (
        <MenuItem key={preset} icon={ICONS[preset]} onSelect={() => onChoose(new Date(at).toISOString())}>
          {MESSAGES.presets[preset](texts.time(at))}
        </MenuItem>
      ))}
      <MenuItem icon={<Clock className="icon" />} onSelect={onPick}>
        {MESSAGES.pick}
      </MenuItem>
      <MenuLine />
      <DropdownMenu.CheckboxItem
        className="menu-item menu-check"
        checked={stops}
        // The menu stays, since the time is chosen next.
        onSelect={(event) => event.preventDefault()}
        onCheckedChange={onStops}
      >
        <span className="check" data-state={stops ? "checked" : "unchecked"} aria-hidden="true" />
        <span>{MESSAGES.unlessAnswered}</span>
      </DropdownMenu.CheckboxItem>
    </>
  );
}

const ICONS: Record<SendLaterPreset, React.ReactNode> = {
  tomorrow: <CalendarClock className="icon" />,
  monday: <CalendarDays className="icon" />,
};

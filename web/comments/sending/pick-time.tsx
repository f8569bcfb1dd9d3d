import { useState } from "react";
import { toWallText } from "#contract/tickets/follow-up-presets.ts";
import { zoneClock } from "#contract/calendars/zone-clock.ts";
import { useOrganizationTimes } from "#web/lib/organization-times.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { SEND_LATER_MESSAGES as MESSAGES } from "./messages.ts";
import { readSendTime } from "./read-send-time.ts";

const HOUR = 3_600_000;

type Props = {
  stops: boolean;
  onStops: (stops: boolean) => void;
  onChoose: (at: string) => void;
  onClose: () => void;
};

/** A time by hand, as the clock of the organization shows it: a skipped hour is the next one, a repeated one its first. */
export function PickTime({ stops, onStops, onChoose, onClose }: Props) {
  const { zone } = useOrganizationTimes();
  const clock = zoneClock(zone);
  const [typed, setTyped] = useState(() => toWallText(Date.now() + HOUR, clock));
  const [error, setError] = useState<string | null>(null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={MESSAGES.pickTitle}
      onSubmit={(event) => {
        event.preventDefault();
        // Events of a dialog go on to what it was opened from: the box would send itself.
        event.stopPropagation();
        const at = readSendTime(typed, clock);
        if (at === null) {
          setError(MESSAGES.outOfRange);
          return;
        }
        onChoose(at);
        onClose();
      }}
      foot={
        <>
          <Button onClick={onClose}>{MESSAGES.cancel}</Button>
          <Button type="submit" look="primary">
            {MESSAGES.send}
          </Button>
        </>
      }
    >
      <Field label={MESSAGES.pickLabel} hint={MESSAGES.zone(zone)} error={error}>
        <Input
          type="datetime-local"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setError(null);
          }}
        />
      </Field>
      <Checkbox
        label={MESSAGES.unlessAnswered}
        checked={stops}
        onChange={(event) => onStops(event.target.checked)}
      />
    </Dialog>
  );
}

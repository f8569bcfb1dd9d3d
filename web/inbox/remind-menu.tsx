import { type ReactElement, useState } from "react";
import { followUpPresets, fromWallText } from "#contract/tickets/follow-up-presets.ts";
import { LIMITS } from "#contract/limits.ts";
import { INBOX_REFUSALS } from "#contract/refusals/inbox.ts";
import { zoneClock } from "#contract/calendars/zone-clock.ts";
import { useCurrentTime } from "#web/lib/current-time.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { useTimeZone, viewerTimeZone } from "#web/lib/time-zone.ts";
import { FOLLOW_UP_MESSAGES } from "#web/tickets/follow-up/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Menu, MenuItem, MenuLine } from "#web/ui/overlay/menu.tsx";
import { INBOX_MESSAGES as MESSAGES } from "./messages.ts";

const DAY = 86_400_000;

type Props = {
  open: boolean;
  onOpenChange: (isOpen: boolean) => void;
  uid: string;
  onChoose: (at: string) => void;
  icon: ReactElement;
};

/** "Remind me": puts a row off until one of a few times, or another one. */
export function RemindMenu({ open, onOpenChange, uid, onChoose, icon }: Props) {
  const [isPicking, setPicking] = useState(false);
  const now = useCurrentTime();
  useTimeZone();
  const choose = (at: number) => onChoose(new Date(at).toISOString());
  return (
    <>
      <Menu
        open={open}
        onOpenChange={onOpenChange}
        trigger={<IconButton label={MESSAGES.remind}>{icon}</IconButton>}
      >
        {open &&
          followUpPresets(now, viewerTimeZone()).map(({ preset, at }) => (
            <MenuItem
              key={preset}
              end={<span className="subtle">{dateAndTime(new Date(at).toISOString())}</span>}
              onSelect={() => choose(at)}
            >
              {FOLLOW_UP_MESSAGES.presets[preset]}
            </MenuItem>
          ))}
        <MenuLine />
        <MenuItem onSelect={() => setPicking(true)}>{MESSAGES.pick}</MenuItem>
      </Menu>
      {isPicking && <PickTime uid={uid} onClose={() => setPicking(false)} onChoose={choose} />}
    </>
  );
}

function PickTime({
  uid,
  onClose,
  onChoose,
}: {
  uid: string;
  onClose: () => void;
  onChoose: (at: number) => void;
}) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string | null>(null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${MESSAGES.pickTitle} · ${uid}`}
      description={MESSAGES.pickHint}
      onSubmit={(event) => {
        event.preventDefault();
        const at = fromWallText(typed, zoneClock(viewerTimeZone()));
        const ahead = at === null ? 0 : at - Date.now();
        if (at === null || ahead <= 0) return setError(FOLLOW_UP_MESSAGES.past);
        if (ahead > LIMITS.remindDays * DAY) return setError(INBOX_REFUSALS["inbox.remind_too_far"]);
        onChoose(at);
        onClose();
      }}
      foot={
        <>
          <Button onClick={onClose}>{MESSAGES.cancel}</Button>
          <Button type="submit" look="primary" disabled={typed === ""}>
            {MESSAGES.remind}
          </Button>
        </>
      }
    >
      <Field label={MESSAGES.pickLabel} error={error}>
        <Input
          type="datetime-local"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setError(null);
          }}
        />
      </Field>
    </Dialog>
  );
}

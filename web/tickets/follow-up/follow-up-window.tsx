import { AlarmClock, CalendarClock, History, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from "react";
import { followUpPresets, fromWallText, toWallText } from "#contract/tickets/follow-up-presets.ts";
import { zoneClock } from "#contract/calendars/zone-clock.ts";
import { Button } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/form/checkbox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { PopoverWindow } from "#web/ui/overlay/popover-window.tsx";
import { useOrganizationTimes } from "#web/lib/organization-times.ts";
import { FOLLOW_UP_MESSAGES as MESSAGES } from "./messages.ts";
import { useFollowUp } from "./use-follow-up.ts";
import "#web/styles/follow-up.css";

/** What is known of the follow-up of the tickets that the window is about. */
export type FollowUpTarget = {
  ids: readonly string[];
  /** The date that all of them have. */
  at: string | null;
  /** One of them has a date, or is due. */
  hasAny: boolean;
  holds: boolean;
  firm: boolean;
  /** The last date that has ended, which one key sets again. */
  before: string | null;
};
type Props = FollowUpTarget & { open: boolean; anchor: HTMLElement; onClose: () => void };

/** The times at which one may come back to a ticket, and how. */
export function FollowUpWindow({ open, anchor, onClose, ...target }: Props) {
  return (
    <PopoverWindow
      open={open}
      anchor={anchor}
      label={MESSAGES.title}
      className="follow-up-window"
      onClose={onClose}
    >
      <Choices {...target} onDone={onClose} />
    </PopoverWindow>
  );
}

function Choices({ ids, at, hasAny, before, onDone, ...switches }: FollowUpTarget & { onDone: () => void }) {
  const texts = useOrganizationTimes();
  const followUp = useFollowUp();
  const [hold, setHold] = useState(at === null || switches.holds);
  const [firm, setFirm] = useState(switches.firm);
  const [isPicking, setPicking] = useState(false);
  const [now] = useState(() => Date.now());
  const again = before !== null && before !== at && Date.parse(before) > now ? before : null;
  function choose(time: string | null) {
    followUp.mutate({ ids, at: time, hold, firm });
    onDone();
  }
  // With a date the switches act at once; without one they wait for it.
  function change(wish: { hold: boolean; firm: boolean }) {
    setHold(wish.hold);
    setFirm(wish.firm);
    if (at !== null) followUp.mutate({ ids, at, ...wish });
  }
  return (
    <>
      <div className="follow-up-times" onKeyDown={moveFocus} role="presentation">
        {again !== null && (
          <Choice icon={<History className="icon" />} onChoose={() => choose(again)}>
            {MESSAGES.again(texts.whole(again))}
          </Choice>
        )}
        {followUpPresets(now, texts.zone).map((each) => (
          <Choice
            key={each.preset}
            icon={<AlarmClock className="icon" />}
            end={each.preset === "today" ? texts.time(each.at) : dayText(texts, each.at, now)}
            onChoose={() => choose(new Date(each.at).toISOString())}
          >
            {MESSAGES.presets[each.preset]}
          </Choice>
        ))}
        <Choice
          icon={<CalendarClock className="icon" />}
          isOpen={isPicking}
          onChoose={() => setPicking(!isPicking)}
        >
          {MESSAGES.pick}
        </Choice>
        {isPicking && <PickTime at={at} zone={texts.zone} now={now} onPick={choose} />}
      </div>
      <hr />
      <div className="switches">
        <Switch
          label={MESSAGES.hold}
          checked={hold}
          onChange={(event) => change({ hold: event.target.checked, firm })}
        />
        <Switch
          label={MESSAGES.firm}
          checked={firm}
          onChange={(event) => change({ hold, firm: event.target.checked })}
        />
      </div>
      {hasAny && (
        <>
          <hr />
          <Choice icon={<X className="icon" />} onChoose={() => choose(null)}>
            {MESSAGES.remove}
          </Choice>
        </>
      )}
    </>
  );
}

const WEEK = 7 * 24 * 3_600_000;

/** A weekday is enough for the days of this week; the same day of the next one has its date. */
function dayText(texts: ReturnType<typeof useOrganizationTimes>, at: number, now: number): string {
  return at - now < WEEK - WEEK / 7 ? texts.near(at) : texts.whole(at);
}

type ChoiceProps = {
  icon: ReactNode;
  end?: string;
  isOpen?: boolean;
  onChoose: () => void;
  children: ReactNode;
};

function Choice({ icon, end, isOpen, onChoose, children }: ChoiceProps) {
  return (
    <button type="button" className="menu-item" aria-expanded={isOpen} onClick={onChoose}>
      {icon}
      <span>{children}</span>
      {end && <span className="item-end subtle numeric">{end}</span>}
    </button>
  );
}

/** Arrows walk through the times, as in a menu. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(".menu-item")];
  const at = items.findIndex((item) => item === document.activeElement);
  if (step === undefined || at === -1) return;
  event.preventDefault();
  items[(at + step + items.length) % items.length]?.focus();
}

const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

type PickProps = { at: string | null; zone: string; now: number; onPick: (at: string) => void };

/** A time by hand, as the clock of the organization shows it. */
function PickTime({ at, zone, now, onPick }: PickProps) {
  const clock = zoneClock(zone);
  const [text, setText] = useState(() => toWallText(at === null ? now + HOUR : Date.parse(at), clock));
  const [error, setError] = useState<string | null>(null);
  function submit(event: FormEvent) {
    event.preventDefault();
    const picked = fromWallText(text, clock);
    if (picked === null || picked <= Date.now()) setError(MESSAGES.past);
    else onPick(new Date(picked).toISOString());
  }
  return (
    <form className="follow-up-pick" noValidate onSubmit={submit}>
      <Field label={MESSAGES.time} hint={MESSAGES.zone(zone)} error={error}>
        <Input
          type="datetime-local"
          value={text}
          min={toWallText(now, clock)}
          onChange={(event) => {
            setText(event.target.value);
            setError(null);
          }}
        />
      </Field>
      <Button type="submit" look="primary" size="small">
        {MESSAGES.set}
      </Button>
    </form>
  );
}

const HOUR = 3_600_000;

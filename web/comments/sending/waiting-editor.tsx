import { type FormEvent, useState } from "react";
import { fromWallText, toWallText } from "#contract/tickets/follow-up-presets.ts";
import { LIMITS } from "#contract/limits.ts";
import { zoneClock } from "#contract/calendars/zone-clock.ts";
import { isSendKey } from "#web/lib/browser/platform.ts";
import { useOrganizationTimes } from "#web/lib/organization-times.ts";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { SEND_LATER_MESSAGES, SENDING_MESSAGES as MESSAGES } from "./messages.ts";
import { useChangeWaiting } from "./waiting-acts.ts";
import type { Waiting } from "./waiting-query.ts";

type Props = { answer: Waiting; onDone: () => void };

/** Changes an own answer that waits, and its time; one that was stopped waits again. */
export function WaitingEditor({ answer, onDone }: Props) {
  const { zone } = useOrganizationTimes();
  const clock = zoneClock(zone);
  const saving = useChangeWaiting(answer);
  const [text, setText] = useState(answer.comment);
  const [time, setTime] = useState(() => toWallText(firstTime(answer), clock));
  const [stops, setStops] = useState(answer.stop_if_answered);
  function submit(event: FormEvent) {
    event.preventDefault();
    const at = fromWallText(time, clock);
    if (text.trim() === "" || at === null) return;
    const isMoved = answer.state === "stopped" || time !== toWallText(firstTime(answer), clock);
    saving.mutate(
      {
        comment: text,
        stop_if_answered: stops,
        ...(isMoved && { send_at: new Date(at).toISOString() }),
      },
      { onSuccess: onDone },
    );
  }
  return (
    <form className="waiting-editor" onSubmit={submit}>
      <div className="composer">
        <textarea
          // The person asked for this box just now.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          rows={4}
          aria-label={MESSAGES.editLabel}
          maxLength={LIMITS.comment}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (isSendKey(event)) submit(event);
            if (event.key === "Escape") onDone();
          }}
        />
      </div>
      <Field label={MESSAGES.time} hint={MESSAGES.zone(zone)}>
        <Input type="datetime-local" value={time} onChange={(event) => setTime(event.target.value)} />
      </Field>
      <Checkbox
        label={SEND_LATER_MESSAGES.unlessAnswered}
        checked={stops}
        onChange={(event) => setStops(event.target.checked)}
      />
      <div className="flex-row">
        <FormButtons
          size="small"
          act={MESSAGES.save}
          busyLabel={MESSAGES.saving}
          isBusy={saving.isPending}
          disabled={text.trim() === ""}
          onCancel={onDone}
        />
      </div>
    </form>
  );
}

const HOUR = 3_600_000;

/** A time that is over, of an answer that was stopped, becomes one in an hour. */
function firstTime({ goesAt, send_at, state }: Waiting): number {
  if (state === "waiting") return Date.parse(send_at);
  return Math.max(Date.parse(send_at), goesAt + HOUR);
}

import { useState } from "react";
import { toWallText } from "#contract/tickets/follow-up-presets.ts";
import { LIMITS } from "#contract/limits.ts";
import { zoneClock } from "#contract/calendars/zone-clock.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { useOrganizationTimes } from "#web/lib/organization-times.ts";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { useGiveUp } from "../use-give-up.tsx";
import { SEND_LATER_MESSAGES, SENDING_MESSAGES as MESSAGES } from "./messages.ts";
import { readSendTime } from "./read-send-time.ts";
import { useRescue } from "./use-rescue.ts";
import { useChangeWaiting } from "./waiting-acts.ts";
import type { Waiting } from "./waiting-query.ts";

type Props = { answer: Waiting; onDone: () => void };

/** Changes an own answer that waits, and its time; one that was stopped waits again. It is given up as an edited comment is. */
export function WaitingEditor({ answer, onDone }: Props) {
  const { zone } = useOrganizationTimes();
  const clock = zoneClock(zone);
  const saving = useChangeWaiting(answer);
  const [initial] = useState(() => ({
    comment: answer.comment,
    // As the clock of the organization shows it.
    send_at: toWallText(firstTime(answer), clock),
    stop_if_answered: answer.stop_if_answered,
  }));
  const isMoved = (time: string) => answer.state === "stopped" || time !== initial.send_at;
  const form = useForm({
    initial,
    bodyOf: ({ send_at, ...words }) => {
      const at = isMoved(send_at) ? readSendTime(send_at, clock) : null;
      return { ...words, ...(at !== null && { send_at: at }) };
    },
    check: ({ send_at }) => ({
      send_at:
        isMoved(send_at) && readSendTime(send_at, clock) === null
          ? SEND_LATER_MESSAGES.outOfRange
          : undefined,
    }),
    isReady: ({ comment }) => comment.trim() !== "",
    send: ({ body }) => saving.mutateAsync(body),
    onSent: onDone,
  });
  const { giveUp, questions } = useGiveUp(form, onDone);
  useRescue(answer, () => (form.mayLose() ? form.values.comment : null));
  return (
    <form className="waiting-editor" noValidate onSubmit={form.onSubmit}>
      <div className="composer">
        <textarea
          // The person asked for this box just now.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          rows={4}
          aria-label={MESSAGES.editLabel}
          maxLength={LIMITS.comment}
          readOnly={form.isBusy}
          {...form.text("comment")}
          onKeyDown={(event) => {
            form.onSendKey(event);
            if (event.key === "Escape") giveUp();
          }}
        />
      </div>
      <Field label={MESSAGES.time} hint={MESSAGES.zone(zone)} error={form.errors.send_at}>
        <Input type="datetime-local" {...form.text("send_at")} />
      </Field>
      <Checkbox
        label={SEND_LATER_MESSAGES.unlessAnswered}
        checked={form.values.stop_if_answered}
        onChange={(event) => form.set("stop_if_answered", event.target.checked)}
      />
      <div className="flex-row">
        <FormButtons
          size="small"
          act={MESSAGES.save}
          busyLabel={MESSAGES.saving}
          isBusy={form.isBusy}
          disabled={form.values.comment.trim() === ""}
          onCancel={giveUp}
        />
      </div>
      {questions}
    </form>
  );
}

const HOUR = 3_600_000;

/** A time that is over, of an answer that was stopped, becomes one in an hour. */
function firstTime({ goesAt, send_at, state }: Waiting): number {
  if (state === "waiting") return Date.parse(send_at);
  return Math.max(Date.parse(send_at), goesAt + HOUR);
}

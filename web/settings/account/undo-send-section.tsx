import { UNDO_SEND_SECONDS } from "#contract/comments/send-times.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import { Select } from "#web/ui/form/select.tsx";
import { useChangeUndoSend } from "./data.ts";
import { Section } from "../section.tsx";
import { UNDO_SEND_MESSAGES as MESSAGES } from "./messages.ts";

const OPTIONS = UNDO_SEND_SECONDS.map((seconds) => ({
  value: String(seconds),
  label: seconds === 0 ? MESSAGES.off : MESSAGES.seconds(seconds),
}));

/** How long one's answers wait before they go out; for the staff, whose answers are mailed. */
export function UndoSendSection() {
  const { undo_send_seconds: seconds } = useUser();
  const change = useChangeUndoSend();
  if (seconds === undefined) return null;
  return (
    <Section id="sending" title={MESSAGES.title} caption={MESSAGES.caption}>
      <ul className="settings-list">
        <li>
          <div className="grow">
            <span className="weight-medium">{MESSAGES.wait}</span>
            <span className="hint">{MESSAGES.waitHint}</span>
          </div>
          <Select
            label={MESSAGES.wait}
            value={String(change.isPending ? change.variables : seconds)}
            options={OPTIONS}
            onChange={(value) => change.mutate(Number(value))}
          />
        </li>
      </ul>
    </Section>
  );
}

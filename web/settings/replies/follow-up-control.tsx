import { LIMITS } from "#contract/limits.ts";
import type { Effects } from "#web/replies/data.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { BEGINNINGS } from "./effect-beginnings.ts";
import { REPLY_EDITOR_MESSAGES as MESSAGES } from "./messages.ts";

type FollowUp = NonNullable<Effects["follow_up"]>;
type Props = { value: FollowUp; onChange: (value: FollowUp) => void };

/** A date that is counted from the use of the macro, or none any more. */
export function FollowUpControl({ value, onChange }: Props) {
  return (
    <>
      <Select
        label={MESSAGES.fields.follow_up}
        value={value === "clear" ? "clear" : "in_days"}
        options={[
          { value: "in_days", label: MESSAGES.inWorkingDays },
          { value: "clear", label: MESSAGES.clearFollowUp },
        ]}
        onChange={(kind) => onChange(kind === "clear" ? "clear" : BEGINNINGS.follow_up.follow_up)}
      />
      {value !== "clear" && (
        <>
          <div className="reply-editor-pair">
            <Field label={MESSAGES.inDays}>
              <Input
                type="number"
                inputMode="numeric"
                min={1}
                max={LIMITS.followUpWorkingDays}
                value={value.in_days || ""}
                onChange={(event) => onChange({ ...value, in_days: Number(event.target.value) })}
              />
            </Field>
            <Field label={MESSAGES.at}>
              <Input
                type="time"
                value={value.at}
                onChange={(event) => onChange({ ...value, at: event.target.value })}
              />
            </Field>
          </div>
          <Checkbox
            label={MESSAGES.hold}
            checked={value.hold ?? true}
            onChange={(event) => onChange({ ...value, hold: event.target.checked })}
          />
          <Checkbox
            label={MESSAGES.firm}
            checked={value.firm ?? false}
            onChange={(event) => onChange({ ...value, firm: event.target.checked })}
          />
        </>
      )}
    </>
  );
}

import type { ComponentProps } from "react";
import { LIMITS } from "#contract/limits.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { INVITE_USER_MESSAGES } from "../messages.ts";

type Props = { error?: string } & Pick<ComponentProps<"input">, "value" | "onChange">;

/** The hours that an invitation lasts (rule 289). */
export function ExpiryField({ error, ...input }: Props) {
  return (
    <Field label={INVITE_USER_MESSAGES.expires} hint={INVITE_USER_MESSAGES.expiresHint} error={error}>
      <Input
        className="numeric"
        type="number"
        inputMode="numeric"
        min={LIMITS.inviteHoursMinimum}
        max={LIMITS.inviteHoursMaximum}
        step={1}
        {...input}
      />
    </Field>
  );
}

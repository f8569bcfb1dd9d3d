import type { ComponentProps } from "react";
import { LIMITS } from "#contract/limits.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { INVITE_USER_WORDS } from "./words.ts";

type Props = { error?: string } & Pick<ComponentProps<"input">, "value" | "onChange">;

/** How many hours an invitation lasts (SPEC 5 and 9). */
export function ExpiryField({ error, ...input }: Props) {
  return (
    <Field label={INVITE_USER_WORDS.expires} hint={INVITE_USER_WORDS.expiresHint} error={error}>
      <Input
        className="num"
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

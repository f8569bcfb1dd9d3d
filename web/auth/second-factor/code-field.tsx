import { useState } from "react";
import { Field, ReadOnlyValue } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { AUTH_MESSAGES as MESSAGES } from "../messages.ts";

type Props = { email: string; error: string | null; isBusy: boolean; onType: () => void };

/** The second step of signing in: the address, and a code of the app or a recovery code. */
export function CodeField({ email, error, isBusy, onType }: Props) {
  const [isRecovery, setRecovery] = useState(false);
  const asks = isRecovery
    ? { label: MESSAGES.recoveryCode, hint: MESSAGES.recoveryCodeHint, other: MESSAGES.appInstead }
    : { label: MESSAGES.code, hint: MESSAGES.codeHint, other: MESSAGES.recoveryInstead };
  return (
    <>
      <Field label={MESSAGES.email} readOnly>
        <ReadOnlyValue>{email}</ReadOnlyValue>
      </Field>
      {/* For the browser's store of one-time codes: whose code this is. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <Field label={asks.label} hint={asks.hint} error={error}>
        <Input
          key={asks.label}
          // The person came here by a step of their own, and there is nothing else to do.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          tall
          className="monospace"
          data-last
          name="code"
          required
          inputMode={isRecovery ? "text" : "numeric"}
          autoComplete={isRecovery ? "off" : "one-time-code"}
          autoCapitalize="none"
          spellCheck={false}
          disabled={isBusy}
          onChange={onType}
        />
      </Field>
      <button
        type="button"
        className="link-button forgot"
        disabled={isBusy}
        onClick={() => setRecovery(!isRecovery)}
      >
        {asks.other}
      </button>
    </>
  );
}

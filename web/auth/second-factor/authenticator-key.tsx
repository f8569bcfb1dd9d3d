import { useEffect, useRef } from "react";
import { CopyButton } from "#web/ui/form/copy-button.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input, Textarea } from "#web/ui/form/input.tsx";
import type { FactorSetup } from "./use-factor-setup.ts";
import { QrCode } from "./qr-code.tsx";
import type { AppKey } from "./data.ts";
import { SETUP_FACTOR_MESSAGES as MESSAGES } from "./messages.ts";
import "#web/styles/second-factor.css";

/** The key as a picture, as text and as a link, and the field for the app's first code. */
export function AuthenticatorKeyFields({
  app,
  form,
  tall,
}: {
  app: AppKey;
  form: FactorSetup["code"];
  tall?: boolean;
}) {
  const code = useRef<HTMLInputElement>(null);
  // The key comes first on the screen, yet the code is what is asked for.
  useEffect(() => {
    const frame = requestAnimationFrame(() => code.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <>
      <div className="authenticator-key">
        <QrCode text={app.otpauth_url} label={MESSAGES.qr} />
        <div className="grow">
          <b className="weight-medium">{MESSAGES.scan}</b>
          <p className="text-small muted">{MESSAGES.scanHint}</p>
          <a className="link-button" href={app.otpauth_url}>
            {MESSAGES.open}
          </a>
        </div>
      </div>
      <Field label={MESSAGES.key} hint={MESSAGES.keyHint}>
        <span className="flex-row">
          <Textarea
            className="monospace key-text"
            rows={2}
            readOnly
            spellCheck={false}
            value={inFours(app.secret)}
            onFocus={(event) => event.target.select()}
          />
          <CopyButton text={app.secret} label={MESSAGES.copyKey} />
        </span>
      </Field>
      <Field label={MESSAGES.code} hint={MESSAGES.codeHint} error={form.errors.code}>
        <Input
          ref={code}
          className="monospace"
          tall={tall}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          {...form.text("code")}
        />
      </Field>
    </>
  );
}

function inFours(text: string): string {
  return text.match(/.{1,4}/g)?.join(" ") ?? text;
}

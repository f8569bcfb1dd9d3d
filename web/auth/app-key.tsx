import { useEffect, useRef } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import { Field } from "../ui/field.tsx";
import { Input, Textarea } from "../ui/input.tsx";
import type { FactorSetup } from "./factor-setup.ts";
import { QrCode } from "./qr-code.tsx";
import type { AppKey } from "./second-factor-data.ts";
import { SETUP_FACTOR_WORDS as WORDS } from "./second-factor-words.ts";

/** The key as a picture, as text and as a link, and the field for the app's first code. */
export function AppKeyFields({
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
      <div className="appkey">
        <QrCode text={app.otpauth_url} label={WORDS.qr} />
        <div className="grow">
          <b className="m">{WORDS.scan}</b>
          <p className="sm muted">{WORDS.scanHint}</p>
          <a className="linkbtn" href={app.otpauth_url}>
            {WORDS.open}
          </a>
        </div>
      </div>
      <Field label={WORDS.key} hint={WORDS.keyHint}>
        <span className="row">
          <Textarea
            className="mono keytext"
            rows={2}
            readOnly
            spellCheck={false}
            value={inFours(app.secret)}
            onFocus={(event) => event.target.select()}
          />
          <CopyButton text={app.secret} label={WORDS.copyKey} />
        </span>
      </Field>
      <Field label={WORDS.code} hint={WORDS.codeHint} error={form.errors.code}>
        <Input
          ref={code}
          className="mono"
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

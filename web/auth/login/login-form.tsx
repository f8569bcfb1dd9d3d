import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { login, loginRefusalKind } from "#web/lib/session.ts";
import { LIB_MESSAGES } from "#web/lib/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { CodeField } from "../second-factor/code-field.tsx";
import { AUTH_MESSAGES } from "../messages.ts";

/** E-mail and password, then a code if the account asks for one. A refusal is shown as a toast and stays below its field. */
export function LoginForm({ forgot }: { forgot: ReactNode }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [given, setGiven] = useState({ email: "", password: "" });
  const [step, setStep] = useState<"password" | "code">("password");
  const form = useRef<HTMLFormElement>(null);
  // The field was disabled while busy, or is new; a frame later the person can type at once.
  const selectLast = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>("[data-last]")?.select());

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const { email, password } = step === "code" ? given : fieldsOf(data);
    setGiven({ email, password });
    setBusy(true);
    setError(null);
    const refusal = await login(email, password, textOf(data, "code")).catch((caught: unknown) => caught);
    setBusy(false);
    if (!refusal) toast.success(AUTH_MESSAGES.welcomeBack);
    else refuse(refusal);
  }

  function refuse(refusal: unknown) {
    const about = loginRefusalKind(refusal);
    if (about !== "other") setStep(about);
    selectLast();
    // Having to do a second step is no failure.
    if (about === "code" && step === "password") return;
    const message = refusal instanceof Error ? refusal.message : LIB_MESSAGES.loginFailed;
    setError(message);
    toast.error(message);
  }

  function goBack() {
    setStep("password");
    setError(null);
    selectLast();
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)}>
      {step === "code" ? (
        <CodeField email={given.email} error={error} isBusy={isBusy} onType={() => setError(null)} />
      ) : (
        <>
          <PasswordFields email={given.email} error={error} isBusy={isBusy} onType={() => setError(null)} />
          {forgot}
        </>
      )}
      <Button
        type="submit"
        look="primary"
        size="extra-large"
        busy={isBusy}
        busyLabel={AUTH_MESSAGES.signingIn}
      >
        {AUTH_MESSAGES.signIn}
      </Button>
      {step === "code" && (
        <Button look="ghost" size="extra-large" disabled={isBusy} onClick={goBack}>
          {AUTH_MESSAGES.back}
        </Button>
      )}
    </form>
  );
}

type PasswordProps = { email: string; error: string | null; isBusy: boolean; onType: () => void };

function PasswordFields({ email, error, isBusy, onType }: PasswordProps) {
  return (
    <>
      <Field label={AUTH_MESSAGES.email}>
        <Input
          tall
          name="email"
          type="email"
          required
          autoComplete="username"
          defaultValue={email}
          disabled={isBusy}
        />
      </Field>
      <Field label={AUTH_MESSAGES.password} error={error}>
        <Input
          tall
          data-last
          name="password"
          type="password"
          required
          autoComplete="current-password"
          disabled={isBusy}
          onChange={onType}
        />
      </Field>
    </>
  );
}

function fieldsOf(form: FormData) {
  return { email: textOf(form, "email") ?? "", password: textOf(form, "password") ?? "" };
}

function textOf(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return typeof value === "string" ? value : undefined;
}

import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { login } from "../lib/session.ts";
import { LIB_WORDS } from "../lib/words.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { toast } from "../ui/toast.tsx";
import { AUTH_WORDS } from "./words.ts";

/** E-mail and password; a refusal is told as a toast and stays below the password. */
export function LoginForm({ forgot }: { forgot: ReactNode }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const password = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setError(null);
    const refusal = await refusalOf(textOf(form, "email"), textOf(form, "password"));
    setBusy(false);
    if (refusal === null) {
      toast.success(AUTH_WORDS.welcomeBack);
      return;
    }
    setError(refusal);
    toast.error(refusal);
    // The field was disabled while busy; after it is back the person can type at once.
    requestAnimationFrame(() => password.current?.select());
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Field label={AUTH_WORDS.email}>
        <Input tall name="email" type="email" required autoComplete="username" disabled={isBusy} />
      </Field>
      <Field label={AUTH_WORDS.password} error={error}>
        <Input
          ref={password}
          tall
          name="password"
          type="password"
          required
          autoComplete="current-password"
          disabled={isBusy}
          onChange={() => setError(null)}
        />
      </Field>
      {forgot}
      <Button type="submit" look="primary" size="xl" busy={isBusy} busyLabel={AUTH_WORDS.signingIn}>
        {AUTH_WORDS.signIn}
      </Button>
    </form>
  );
}

/** The words of a refused sign-in, or null when it succeeded. */
function refusalOf(email: string, password: string): Promise<string | null> {
  return login(email, password).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : LIB_WORDS.loginFailed),
  );
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

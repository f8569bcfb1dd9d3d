import { useState } from "react";
import { useConfig } from "../lib/brand.ts";
import { useForm } from "../lib/form.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { askForPasswordLink } from "./data.ts";
import { PublicForm } from "./public-form.tsx";
import { PublicPage } from "./public-page.tsx";
import { AUTH_WORDS, FORGOT_WORDS } from "./words.ts";

const schema = () => import("#contract/auth.ts").then(({ auth }) => auth.forgotPassword.body);

/** Asks for a link to set a new password; the answer is the same for every address. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial: { email: "" },
    bodyOf: (values) => values,
    schema,
    send: async (body, key) => {
      await askForPasswordLink(body, key);
      setSentTo(body.email.trim());
    },
  });
  const hasNoMail = useConfig()?.mail_configured === false;
  if (sentTo !== null) {
    return (
      <PublicPage title={FORGOT_WORDS.sent} subtitle={FORGOT_WORDS.sentHint(sentTo)}>
        {hasNoMail && <p className="sm muted">{FORGOT_WORDS.noMail}</p>}
      </PublicPage>
    );
  }
  return (
    <PublicPage title={FORGOT_WORDS.title} subtitle={FORGOT_WORDS.subtitle}>
      <PublicForm form={form} act={FORGOT_WORDS.submit} busyLabel={FORGOT_WORDS.busy}>
        <Field label={AUTH_WORDS.email} error={form.errors.email}>
          <Input tall type="email" autoComplete="username" {...form.text("email")} />
        </Field>
      </PublicForm>
    </PublicPage>
  );
}

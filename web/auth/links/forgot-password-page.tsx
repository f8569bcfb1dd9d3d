import { useState } from "react";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { useConfig } from "#web/lib/public-config.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { useAskForPasswordLink } from "../data.ts";
import { PublicForm } from "../public-form.tsx";
import { PublicPage } from "../public-page.tsx";
import { AUTH_MESSAGES, FORGOT_MESSAGES } from "../messages.ts";

const schema = lazyLoad(
  () => import("#contract/auth.ts"),
  ({ auth }) => auth.forgotPassword.body,
);

/** Asks for a link to set a new password; the answer is the same for every address. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial: { email: "" },
    bodyOf: (values) => values,
    schema,
    send: useAskForPasswordLink().mutateAsync,
    onSent: (_reply, { email }) => setSentTo(email.trim()),
  });
  const hasNoMail = useConfig()?.mail_configured === false;
  if (sentTo !== null) {
    return (
      <PublicPage title={FORGOT_MESSAGES.sent} subtitle={FORGOT_MESSAGES.sentHint(sentTo)}>
        {hasNoMail && <p className="text-small muted">{FORGOT_MESSAGES.noMail}</p>}
      </PublicPage>
    );
  }
  return (
    <PublicPage title={FORGOT_MESSAGES.title} subtitle={FORGOT_MESSAGES.subtitle}>
      <PublicForm form={form} act={FORGOT_MESSAGES.submit} busyLabel={FORGOT_MESSAGES.busy}>
        <Field label={AUTH_MESSAGES.email} error={form.errors.email}>
          <Input tall type="email" autoComplete="username" {...form.text("email")} />
        </Field>
      </PublicForm>
    </PublicPage>
  );
}

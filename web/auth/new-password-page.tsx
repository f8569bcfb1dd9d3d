import { LoadingBlock } from "#web/ui/spinner.tsx";
import { PasswordFields } from "./password-fields.tsx";
import { usePasswordForm } from "./use-password-form.ts";
import { PublicForm } from "./public-form.tsx";
import { PublicPage } from "./public-page.tsx";
import { useRequiredStep } from "./use-required-step.ts";
import { SignOutLink } from "./sign-out-link.tsx";
import { PASSWORD_MESSAGES } from "./messages.ts";

/** Stands before every other page for somebody whose password was set by another person (rule 110). */
export function NewPasswordPage() {
  const user = useRequiredStep(({ must_change_password: isDue }) => isDue);
  return user ? <NewPasswordForm email={user.email} /> : <LoadingBlock />;
}

function NewPasswordForm({ email }: { email: string }) {
  const form = usePasswordForm();
  return (
    <PublicPage isEntrance title={PASSWORD_MESSAGES.mustTitle} subtitle={PASSWORD_MESSAGES.mustHint}>
      <PublicForm form={form} act={PASSWORD_MESSAGES.submit} busyLabel={PASSWORD_MESSAGES.busy}>
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <PasswordFields tall form={form} />
      </PublicForm>
      <SignOutLink />
    </PublicPage>
  );
}

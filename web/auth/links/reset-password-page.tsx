import { useNavigate, useParams } from "@tanstack/react-router";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { NewPassword } from "#web/ui/form/new-password.tsx";
import { type ActionLink, useResetPassword } from "../data.ts";
import { findPasswordMismatch } from "../password-mismatch.ts";
import { PublicForm } from "../public-form.tsx";
import { PublicPage } from "../public-page.tsx";
import { ActionLinkGate } from "./action-link-gate.tsx";
import { PASSWORD_MESSAGES, RESET_MESSAGES } from "../messages.ts";

const schema = lazyLoad(
  () => import("#contract/auth.ts"),
  ({ auth }) => auth.resetPassword.body,
);

/** The page behind a password link. */
export function ResetPasswordPage() {
  const { token } = useParams({ from: "/reset-password/$token" });
  return (
    <ActionLinkGate token={token} purpose="reset_password" title={RESET_MESSAGES.title}>
      {(link) => <ResetForm token={token} link={link} />}
    </ActionLinkGate>
  );
}

function ResetForm({ token, link }: { token: string; link: ActionLink }) {
  const navigate = useNavigate();
  const form = useForm({
    initial: { password: "", confirm: "" },
    bodyOf: ({ password }) => ({ token, password }),
    schema,
    check: ({ password, confirm }) => findPasswordMismatch(password, confirm),
    send: useResetPassword().mutateAsync,
    onSent: () => navigate({ to: "/login", replace: true }),
  });
  const { errors, text } = form;
  return (
    <PublicPage title={RESET_MESSAGES.title} subtitle={RESET_MESSAGES.subtitleOf(link.email)}>
      <PublicForm form={form} act={RESET_MESSAGES.submit} busyLabel={RESET_MESSAGES.busy}>
        <input type="hidden" autoComplete="username" value={link.email} readOnly />
        <NewPassword tall label={PASSWORD_MESSAGES.new} error={errors.password} {...text("password")} />
        <NewPassword
          tall
          plain
          label={PASSWORD_MESSAGES.confirm}
          error={errors.confirm}
          {...text("confirm")}
        />
      </PublicForm>
    </PublicPage>
  );
}

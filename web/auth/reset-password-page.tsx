import { useNavigate, useParams } from "@tanstack/react-router";
import { useForm } from "../lib/form.ts";
import { NewPassword } from "../ui/new-password.tsx";
import { type LinkFacts, resetPassword } from "./data.ts";
import { newPasswordsDiffer } from "./new-passwords.ts";
import { PublicForm } from "./public-form.tsx";
import { PublicPage } from "./public-page.tsx";
import { WithLink } from "./with-link.tsx";
import { PASSWORD_WORDS, RESET_WORDS } from "./words.ts";

const schema = () => import("#contract/auth.ts").then(({ auth }) => auth.resetPassword.body);

/** Where a password link leads. */
export function ResetPasswordPage() {
  const { token } = useParams({ from: "/reset-password/$token" });
  return (
    <WithLink token={token} purpose="reset_password" title={RESET_WORDS.title}>
      {(link) => <ResetForm token={token} link={link} />}
    </WithLink>
  );
}

function ResetForm({ token, link }: { token: string; link: LinkFacts }) {
  const navigate = useNavigate();
  const form = useForm({
    initial: { password: "", confirm: "" },
    bodyOf: ({ password }) => ({ token, password }),
    schema,
    check: ({ password, confirm }) => newPasswordsDiffer(password, confirm),
    send: async (body, key) => {
      await resetPassword(body, key);
      await navigate({ to: "/login", replace: true });
    },
  });
  const { errors, text } = form;
  return (
    <PublicPage title={RESET_WORDS.title} subtitle={RESET_WORDS.subtitleOf(link.email)}>
      <PublicForm form={form} act={RESET_WORDS.submit} busyLabel={RESET_WORDS.busy}>
        <input type="hidden" autoComplete="username" value={link.email} readOnly />
        <NewPassword tall label={PASSWORD_WORDS.new} error={errors.password} {...text("password")} />
        <NewPassword tall plain label={PASSWORD_WORDS.confirm} error={errors.confirm} {...text("confirm")} />
      </PublicForm>
    </PublicPage>
  );
}

import { useNavigate, useParams } from "@tanstack/react-router";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { Field, ReadOnlyValue } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { NewPassword } from "#web/ui/form/new-password.tsx";
import { type ActionLink, useAcceptInvite } from "../data.ts";
import { PublicForm } from "../public-form.tsx";
import { PublicPage } from "../public-page.tsx";
import { ActionLinkGate } from "./action-link-gate.tsx";
import { ACCEPT_MESSAGES, AUTH_MESSAGES } from "../messages.ts";

const schema = lazyLoad(
  () => import("#contract/auth.ts"),
  ({ auth }) => auth.acceptInvite.body,
);

/** The page behind an invitation's link, which asks for name and password. */
export function AcceptInvitePage() {
  const { token } = useParams({ from: "/accept-invite/$token" });
  return (
    <ActionLinkGate token={token} purpose="invite" title={ACCEPT_MESSAGES.title}>
      {(link) => <AcceptForm token={token} link={link} />}
    </ActionLinkGate>
  );
}

function AcceptForm({ token, link }: { token: string; link: ActionLink }) {
  const navigate = useNavigate();
  const { email, fullname, company_name } = link;
  const form = useForm({
    // The local part stands in for a name that nobody gave (rule 115).
    initial: { fullname: fullname === email.split("@")[0] ? "" : fullname, password: "" },
    bodyOf: (values) => ({ token, ...values }),
    schema,
    send: useAcceptInvite(email).mutateAsync,
    onSent: () => navigate({ to: "/dashboard", replace: true }),
  });
  return (
    <PublicPage
      title={ACCEPT_MESSAGES.title}
      subtitle={company_name ? ACCEPT_MESSAGES.subtitleOf(company_name) : ACCEPT_MESSAGES.subtitle}
    >
      <PublicForm form={form} act={ACCEPT_MESSAGES.submit} busyLabel={ACCEPT_MESSAGES.busy}>
        <Field label={AUTH_MESSAGES.email} readOnly>
          <ReadOnlyValue>{email}</ReadOnlyValue>
        </Field>
        <Field label={ACCEPT_MESSAGES.fullName} error={form.errors.fullname}>
          <Input tall autoComplete="name" {...form.text("fullname")} />
        </Field>
        {/* For the browser's password store: whose password this is. */}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <NewPassword
          tall
          label={AUTH_MESSAGES.password}
          error={form.errors.password}
          {...form.text("password")}
        />
      </PublicForm>
    </PublicPage>
  );
}

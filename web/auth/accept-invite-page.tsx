import { useNavigate, useParams } from "@tanstack/react-router";
import { useForm } from "../lib/form.ts";
import { Field, ReadOnlyValue } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { NewPassword } from "../ui/new-password.tsx";
import { acceptInvite, type LinkFacts } from "./data.ts";
import { PublicForm } from "./public-form.tsx";
import { PublicPage } from "./public-page.tsx";
import { WithLink } from "./with-link.tsx";
import { ACCEPT_WORDS, AUTH_WORDS } from "./words.ts";

const schema = () => import("#contract/auth.ts").then(({ auth }) => auth.acceptInvite.body);

/** Where an invitation's link leads: name and password make the account one's own. */
export function AcceptInvitePage() {
  const { token } = useParams({ from: "/accept-invite/$token" });
  return (
    <WithLink token={token} purpose="invite" title={ACCEPT_WORDS.title}>
      {(link) => <AcceptForm token={token} link={link} />}
    </WithLink>
  );
}

function AcceptForm({ token, link }: { token: string; link: LinkFacts }) {
  const navigate = useNavigate();
  const { email, fullname, company_name } = link;
  const form = useForm({
    // The local part stands in for a name that nobody gave (decision list 115).
    initial: { fullname: fullname === email.split("@")[0] ? "" : fullname, password: "" },
    bodyOf: (values) => ({ token, ...values }),
    schema,
    send: async (body, idempotencyKey) => {
      await acceptInvite(body, { email, idempotencyKey });
      await navigate({ to: "/dashboard", replace: true });
    },
  });
  return (
    <PublicPage
      title={ACCEPT_WORDS.title}
      subtitle={company_name ? ACCEPT_WORDS.subtitleOf(company_name) : ACCEPT_WORDS.subtitle}
    >
      <PublicForm form={form} act={ACCEPT_WORDS.submit} busyLabel={ACCEPT_WORDS.busy}>
        <Field label={AUTH_WORDS.email} readOnly>
          <ReadOnlyValue>{email}</ReadOnlyValue>
        </Field>
        <Field label={ACCEPT_WORDS.fullName} error={form.errors.fullname}>
          <Input tall autoComplete="name" {...form.text("fullname")} />
        </Field>
        {/* For the browser's password store: whose password this is. */}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <NewPassword
          tall
          label={AUTH_WORDS.password}
          error={form.errors.password}
          {...form.text("password")}
        />
      </PublicForm>
    </PublicPage>
  );
}

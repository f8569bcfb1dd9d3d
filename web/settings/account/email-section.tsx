import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { PASSWORD_MESSAGES } from "#web/auth/messages.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { useChangeEmail } from "./data.ts";
import { Section } from "../section.tsx";
import { EMAIL_MESSAGES } from "./messages.ts";
import { SETTINGS_MESSAGES } from "../messages.ts";

const EMPTY = { new_email: "", current_password: "" };
const schema = lazyLoad(
  () => import("#contract/users.ts"),
  ({ users }) => users.changeEmail.body,
);

/** Changes the address of the account at once; the old address gets a mail (rule 146). */
export function EmailSection() {
  const { email } = useUser();
  const form = useForm({
    initial: EMPTY,
    bodyOf: (values) => values,
    schema,
    send: useChangeEmail().mutateAsync,
    onSent: () => {
      form.discard();
    },
  });
  const { errors, text } = form;
  return (
    <Section
      id="email"
      title={SETTINGS_MESSAGES.pages.email}
      caption={
        <>
          {EMAIL_MESSAGES.captionLead}
          <b className="named">{email}</b>.
        </>
      }
      onSubmit={form.onSubmit}
      foot={
        <>
          <span>{EMAIL_MESSAGES.hint}</span>
          <Button type="submit" look="primary" busy={form.isBusy} busyLabel={EMAIL_MESSAGES.busy}>
            {EMAIL_MESSAGES.submit}
          </Button>
        </>
      }
    >
      <div className="form-grid">
        <Field label={EMAIL_MESSAGES.new} error={errors.new_email}>
          <Input
            type="email"
            autoComplete="email"
            placeholder={EMAIL_MESSAGES.placeholder}
            {...text("new_email")}
          />
        </Field>
        <Field label={PASSWORD_MESSAGES.current} error={errors.current_password}>
          <Input type="password" autoComplete="current-password" {...text("current_password")} />
        </Field>
      </div>
    </Section>
  );
}

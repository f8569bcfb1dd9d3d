import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { loadConfig, useConfig } from "#web/lib/public-config.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { NewPassword } from "#web/ui/form/new-password.tsx";
import { useSetUpFirstAdministrator } from "../data.ts";
import { PublicForm } from "../public-form.tsx";
import { PublicPage } from "../public-page.tsx";
import { ACCEPT_MESSAGES, AUTH_MESSAGES, SETUP_MESSAGES } from "../messages.ts";

const schema = lazyLoad(
  () => import("#contract/auth.ts"),
  ({ auth }) => auth.setup.body,
);

/** The first start: makes the first administrator, once, with the code that the server printed. */
export function SetupPage() {
  const navigate = useNavigate();
  const isDone = useConfig()?.setup_needed === false;
  useEffect(() => {
    if (isDone) void navigate({ to: "/login", replace: true });
  }, [isDone, navigate]);
  const form = useForm({
    initial: { code: "", email: "", fullname: "", password: "" },
    bodyOf: (values) => values,
    schema,
    send: useSetUpFirstAdministrator().mutateAsync,
    onSent: async () => {
      await navigate({ to: "/dashboard", replace: true });
      await loadConfig().catch(() => undefined);
    },
  });
  const { errors, text } = form;
  return (
    <PublicPage isEntrance title={SETUP_MESSAGES.title} subtitle={SETUP_MESSAGES.subtitle}>
      <PublicForm form={form} act={SETUP_MESSAGES.submit} busyLabel={SETUP_MESSAGES.busy}>
        <Field label={SETUP_MESSAGES.code} hint={SETUP_MESSAGES.codeHint} error={errors.code}>
          <Input
            tall
            className="monospace"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...text("code")}
          />
        </Field>
        <Field label={AUTH_MESSAGES.email} error={errors.email}>
          <Input tall type="email" autoComplete="username" {...text("email")} />
        </Field>
        <Field label={ACCEPT_MESSAGES.fullName} error={errors.fullname}>
          <Input tall autoComplete="name" {...text("fullname")} />
        </Field>
        <NewPassword tall label={AUTH_MESSAGES.password} error={errors.password} {...text("password")} />
      </PublicForm>
    </PublicPage>
  );
}

import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { loadConfig, useConfig } from "../lib/brand.ts";
import { useForm } from "../lib/form.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { NewPassword } from "../ui/new-password.tsx";
import { setUp } from "./data.ts";
import { PublicForm } from "./public-form.tsx";
import { PublicPage } from "./public-page.tsx";
import { ACCEPT_WORDS, AUTH_WORDS, SETUP_WORDS } from "./words.ts";

const schema = () => import("#contract/auth.ts").then(({ auth }) => auth.setup.body);

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
    send: async (body, key) => {
      await setUp(body, key);
      await navigate({ to: "/dashboard", replace: true });
      await loadConfig().catch(() => undefined);
    },
  });
  const { errors, text } = form;
  return (
    <PublicPage isEntrance title={SETUP_WORDS.title} subtitle={SETUP_WORDS.subtitle}>
      <PublicForm form={form} act={SETUP_WORDS.submit} busyLabel={SETUP_WORDS.busy}>
        <Field label={SETUP_WORDS.code} hint={SETUP_WORDS.codeHint} error={errors.code}>
          <Input
            tall
            className="mono"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...text("code")}
          />
        </Field>
        <Field label={AUTH_WORDS.email} error={errors.email}>
          <Input tall type="email" autoComplete="username" {...text("email")} />
        </Field>
        <Field label={ACCEPT_WORDS.fullName} error={errors.fullname}>
          <Input tall autoComplete="name" {...text("fullname")} />
        </Field>
        <NewPassword tall label={AUTH_WORDS.password} error={errors.password} {...text("password")} />
      </PublicForm>
    </PublicPage>
  );
}

import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { NewPassword } from "#web/ui/form/new-password.tsx";
import type { usePasswordForm } from "./use-password-form.ts";
import { PASSWORD_MESSAGES } from "./messages.ts";

/** The three fields of `usePasswordForm`; as children of a form grid the first one takes its whole width. */
export function PasswordFields({ form, tall }: { form: ReturnType<typeof usePasswordForm>; tall?: boolean }) {
  const { errors, text } = form;
  return (
    <>
      <Field className="full" label={PASSWORD_MESSAGES.current} error={errors.current_password}>
        <Input tall={tall} type="password" autoComplete="current-password" {...text("current_password")} />
      </Field>
      <NewPassword
        tall={tall}
        label={PASSWORD_MESSAGES.new}
        error={errors.new_password}
        {...text("new_password")}
      />
      <NewPassword
        plain
        tall={tall}
        label={PASSWORD_MESSAGES.confirm}
        error={errors.confirm}
        {...text("confirm")}
      />
    </>
  );
}

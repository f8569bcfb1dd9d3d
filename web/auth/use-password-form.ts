import { AUTH_REFUSALS } from "#contract/refusals/auth.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { useChangePassword } from "./data.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { findPasswordMismatch } from "./password-mismatch.ts";

const schema = lazyLoad(
  () => import("#contract/users.ts"),
  ({ users }) => users.changePassword.body,
);
const EMPTY = { current_password: "", new_password: "", confirm: "" };

/** The form for one's own new password: the one in use, and twice the new one. */
export function usePasswordForm(onDone?: () => void) {
  const form = useForm({
    initial: EMPTY,
    bodyOf: ({ current_password, new_password }) => ({ current_password, new_password }),
    schema,
    check: ({ new_password, confirm }) => ({
      ...(new_password === "" && { new_password: AUTH_REFUSALS["auth.new_password_too_short"] }),
      ...findPasswordMismatch(new_password, confirm),
    }),
    send: useChangePassword().mutateAsync,
    onSent: () => {
      form.discard();
      onDone?.();
    },
  });
  return form;
}

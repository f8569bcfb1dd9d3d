import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import type { PasswordProof } from "./data.ts";
import { PASSWORD_MESSAGES } from "../messages.ts";

const schema = lazyLoad(
  () => import("#contract/auth/second-factor.ts"),
  (contract) => contract.secondFactor.start.body,
);

/** The form for what asks for the password once more. */
export function useProofForm<Reply>(
  send: (submission: Submission<PasswordProof>) => Promise<Reply>,
  onSent: (reply: Reply) => void,
) {
  return useForm({ initial: { current_password: "" }, bodyOf: (values) => values, schema, send, onSent });
}

export function ProofField({ form, tall }: { form: ReturnType<typeof useProofForm>; tall?: boolean }) {
  const { email } = useUser();
  return (
    <>
      <Field label={PASSWORD_MESSAGES.current} error={form.errors.current_password}>
        <Input
          tall={tall}
          type="password"
          autoComplete="current-password"
          {...form.text("current_password")}
        />
      </Field>
      {/* For the browser's password store: whose password this is. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { api, type BodyOf } from "#web/lib/api/api-client.ts";
import { answerConfirmation } from "#web/lib/api/ask-for-confirmation.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { FormDialog } from "#web/ui/overlay/dialog.tsx";
import { PASSWORD_MESSAGES } from "../messages.ts";
import { secondFactorQuery } from "./data.ts";
import { CONFIRM_MESSAGES as MESSAGES, FACTOR_MESSAGES } from "./messages.ts";

const schema = lazyLoad(
  () => import("#contract/auth.ts"),
  (contract) => contract.auth.confirmIdentity.body,
);

/** Asks for the password, or for a code where there is a second factor, before a grave action goes on. */
export function ConfirmDialog() {
  const { data, error } = useQuery(secondFactorQuery);
  useEffect(() => {
    if (!error || data) return;
    toastError(error, FACTOR_MESSAGES.failedToFetch);
    answerConfirmation(false);
  }, [data, error]);
  return data && <ProofDialog key={String(data.is_on)} byCode={data.is_on} />;
}

function ProofDialog({ byCode }: { byCode: boolean }) {
  const { email } = useUser();
  const form = useForm({
    initial: { current_password: "", code: "" },
    bodyOf: ({ current_password, code }) => (byCode ? { code } : { current_password }),
    schema,
    send: ({ body, idempotencyKey }: Submission<BodyOf<"POST /auth/confirm-identity">>) =>
      api("POST /auth/confirm-identity", { body, idempotencyKey, fallback: MESSAGES.failed }),
    onSent: () => answerConfirmation(true),
  });
  return (
    <FormDialog
      title={MESSAGES.title}
      description={byCode ? MESSAGES.codeHint : MESSAGES.passwordHint}
      form={form}
      act={MESSAGES.confirm}
      busyLabel={MESSAGES.confirming}
      onClose={() => answerConfirmation(false)}
    >
      {byCode ? (
        <Field label={MESSAGES.code} error={form.errors.code}>
          <Input
            className="monospace"
            autoComplete="one-time-code"
            spellCheck={false}
            {...form.text("code")}
          />
        </Field>
      ) : (
        <Field label={PASSWORD_MESSAGES.current} error={form.errors.current_password}>
          <Input type="password" autoComplete="current-password" {...form.text("current_password")} />
        </Field>
      )}
      {/* For the browser's password store: whose proof this is. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
    </FormDialog>
  );
}

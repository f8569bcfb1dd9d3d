import { PasswordFields } from "#web/auth/password-fields.tsx";
import { usePasswordForm } from "#web/auth/use-password-form.ts";
import { PASSWORD_MESSAGES } from "#web/auth/messages.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import { Button } from "#web/ui/button.tsx";
import { sessionsQuery } from "./data.ts";
import { Section } from "../section.tsx";
import { SECURITY_MESSAGES as MESSAGES } from "./messages.ts";
import { SETTINGS_MESSAGES } from "../messages.ts";

/** Changes the password; the other sessions end with it. */
export function SecuritySection() {
  const { email } = useUser();
  const form = usePasswordForm(
    () => void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  );
  return (
    <Section
      id="security"
      title={SETTINGS_MESSAGES.pages.security}
      caption={MESSAGES.caption}
      onSubmit={form.onSubmit}
      foot={
        <>
          <span>{MESSAGES.others}</span>
          <Button type="submit" look="primary" busy={form.isBusy} busyLabel={PASSWORD_MESSAGES.busy}>
            {PASSWORD_MESSAGES.submit}
          </Button>
        </>
      }
    >
      <div className="form-grid">
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <PasswordFields form={form} />
      </div>
    </Section>
  );
}

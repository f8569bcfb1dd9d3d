import { PasswordFields } from "../auth/password-fields.tsx";
import { usePasswordForm } from "../auth/password-form.ts";
import { PASSWORD_WORDS } from "../auth/words.ts";
import { queryClient } from "../lib/queries.ts";
import { useUser } from "../lib/session-state.ts";
import { Button } from "../ui/button.tsx";
import { sessionsQuery } from "./data.ts";
import { Section } from "./section.tsx";
import { SECURITY_WORDS as WORDS } from "./words.ts";

/** Changes the password; the other sessions end with it. */
export function SecuritySection() {
  const { email } = useUser();
  const form = usePasswordForm(
    () => void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  );
  return (
    <Section
      id="security"
      title={WORDS.title}
      caption={WORDS.caption}
      onSubmit={form.onSubmit}
      foot={
        <>
          <span>{WORDS.others}</span>
          <Button type="submit" look="primary" busy={form.isBusy} busyLabel={PASSWORD_WORDS.busy}>
            {PASSWORD_WORDS.submit}
          </Button>
        </>
      }
    >
      <div className="formgrid">
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <PasswordFields form={form} />
      </div>
    </Section>
  );
}

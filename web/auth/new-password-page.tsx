import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSession } from "../lib/session-state.ts";
import { logout } from "../lib/session.ts";
import { LoadingBlock } from "../ui/spinner.tsx";
import { PasswordFields } from "./password-fields.tsx";
import { usePasswordForm } from "./password-form.ts";
import { PublicForm } from "./public-form.tsx";
import { PublicPage } from "./public-page.tsx";
import { PASSWORD_WORDS } from "./words.ts";

/** Stands before every other page for somebody whose password was set by another person (decision list 110). */
export function NewPasswordPage() {
  const { user, isSettled } = useSession();
  const router = useRouter();
  const isDue = user?.must_change_password === true;
  useEffect(() => {
    if (!isSettled || isDue) return;
    if (!user) void router.navigate({ to: "/login", replace: true });
    else router.history.replace(router.state.location.state.wanted ?? "/dashboard");
  }, [isSettled, isDue, user, router]);
  return isDue ? <NewPasswordForm email={user.email} /> : <LoadingBlock />;
}

function NewPasswordForm({ email }: { email: string }) {
  const form = usePasswordForm();
  const navigate = useNavigate();
  function leave() {
    // Signed out here in any case; the server hears of it with the next try.
    void logout()
      .catch(() => undefined)
      .then(() => navigate({ to: "/login", replace: true }));
  }
  return (
    <PublicPage isEntrance title={PASSWORD_WORDS.mustTitle} subtitle={PASSWORD_WORDS.mustHint}>
      <PublicForm form={form} act={PASSWORD_WORDS.submit} busyLabel={PASSWORD_WORDS.busy}>
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <PasswordFields tall form={form} />
      </PublicForm>
      <p className="way-back">
        <button type="button" className="linkbtn" onClick={leave}>
          {PASSWORD_WORDS.signOut}
        </button>
      </p>
    </PublicPage>
  );
}

import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { api } from "../lib/api.ts";
import { keepUser, useSession } from "../lib/session-state.ts";
import { logout } from "../lib/session.ts";
import { Button } from "../ui/button.tsx";
import { LoadingBlock } from "../ui/spinner.tsx";
import { AppKeyFields } from "./app-key.tsx";
import { useFactorSetup } from "./factor-setup.ts";
import { ProofField } from "./password-proof.tsx";
import { PublicForm } from "./public-form.tsx";
import { PublicPage } from "./public-page.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { RECOVERY_WORDS, SETUP_FACTOR_WORDS as WORDS } from "./second-factor-words.ts";
import { PASSWORD_WORDS } from "./words.ts";

/** Stands before every other page for somebody whose role requires a second factor that is not set up yet. */
export function SecondFactorPage() {
  const { user, isSettled } = useSession();
  const router = useRouter();
  const isDue = user?.must_set_up_second_factor === true;
  useEffect(() => {
    if (!isSettled || isDue) return;
    if (!user) void router.navigate({ to: "/login", replace: true });
    else router.history.replace(router.state.location.state.wanted ?? "/dashboard");
  }, [isSettled, isDue, user, router]);
  return isDue ? <Setup /> : <LoadingBlock />;
}

function Setup() {
  const { step, password, code } = useFactorSetup();
  if (step.at === "codes") return <Codes codes={step.codes} />;
  return (
    <PublicPage isEntrance title={WORDS.title} subtitle={WORDS.mustHint}>
      {step.at === "password" ? (
        <PublicForm key="password" form={password} act={WORDS.next} busyLabel={WORDS.checking}>
          <ProofField tall form={password} />
        </PublicForm>
      ) : (
        <PublicForm key="app" form={code} act={WORDS.turnOn} busyLabel={WORDS.turningOn}>
          <AppKeyFields tall app={step.key} form={code} />
        </PublicForm>
      )}
      <WayOut />
    </PublicPage>
  );
}

/** The server lets the person in already; here they go on when they have the codes. */
function Codes({ codes }: { codes: string[] }) {
  return (
    <PublicPage isEntrance title={RECOVERY_WORDS.title} subtitle={RECOVERY_WORDS.hint}>
      <RecoveryCodes codes={codes} />
      <Button look="primary" size="xl" onClick={goOn}>
        {RECOVERY_WORDS.kept}
      </Button>
    </PublicPage>
  );
}

function goOn(): void {
  void api("GET /auth/me").then(keepUser, () => window.location.assign("/"));
}

function WayOut() {
  const navigate = useNavigate();
  function leave() {
    // Signed out here in any case; the server hears of it with the next try.
    void logout()
      .catch(() => undefined)
      .then(() => navigate({ to: "/login", replace: true }));
  }
  return (
    <p className="way-back">
      <button type="button" className="linkbtn" onClick={leave}>
        {PASSWORD_WORDS.signOut}
      </button>
    </p>
  );
}

import { api } from "#web/lib/api/api-client.ts";
import { updateSessionUser } from "#web/lib/api/session-state.ts";
import { Button } from "#web/ui/button.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { AuthenticatorKeyFields } from "./authenticator-key.tsx";
import { useFactorSetup } from "./use-factor-setup.ts";
import { ProofField } from "./password-proof.tsx";
import { PublicForm } from "../public-form.tsx";
import { PublicPage } from "../public-page.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { RECOVERY_MESSAGES, SETUP_FACTOR_MESSAGES as MESSAGES } from "./messages.ts";
import { useRequiredStep } from "../use-required-step.ts";
import { SignOutLink } from "../sign-out-link.tsx";

/** Stands before every other page for somebody whose role requires a second factor that is not set up yet. */
export function SecondFactorPage() {
  const user = useRequiredStep(({ must_set_up_second_factor: isDue }) => isDue);
  return user ? <Setup /> : <LoadingBlock />;
}

function Setup() {
  const { step, password, code } = useFactorSetup();
  if (step.at === "codes") return <Codes codes={step.codes} />;
  return (
    <PublicPage isEntrance title={MESSAGES.title} subtitle={MESSAGES.mustHint}>
      {step.at === "password" ? (
        <PublicForm key="password" form={password} act={MESSAGES.next} busyLabel={MESSAGES.checking}>
          <ProofField tall form={password} />
        </PublicForm>
      ) : (
        <PublicForm key="app" form={code} act={MESSAGES.turnOn} busyLabel={MESSAGES.turningOn}>
          <AuthenticatorKeyFields tall app={step.key} form={code} />
        </PublicForm>
      )}
      <SignOutLink />
    </PublicPage>
  );
}

/** The server lets the person in already; here they go on when they have the codes. */
function Codes({ codes }: { codes: string[] }) {
  return (
    <PublicPage isEntrance title={RECOVERY_MESSAGES.title} subtitle={RECOVERY_MESSAGES.hint}>
      <RecoveryCodes codes={codes} />
      <Button look="primary" size="extra-large" onClick={goOn}>
        {RECOVERY_MESSAGES.kept}
      </Button>
    </PublicPage>
  );
}

function goOn(): void {
  void api("GET /auth/me").then(updateSessionUser, () => window.location.assign("/"));
}

import { api } from "../lib/api.ts";
import { keepUser } from "../lib/session-state.ts";
import { Button } from "../ui/button.tsx";
import { LoadingBlock } from "../ui/spinner.tsx";
import { AppKeyFields } from "./app-key.tsx";
import { useFactorSetup } from "./factor-setup.ts";
import { ProofField } from "./password-proof.tsx";
import { PublicForm } from "./public-form.tsx";
import { PublicPage } from "./public-page.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { RECOVERY_WORDS, SETUP_FACTOR_WORDS as WORDS } from "./second-factor-words.ts";
import { useDuePage } from "./use-due-page.ts";
import { WayOut } from "./way-out.tsx";

/** Stands before every other page for somebody whose role requires a second factor that is not set up yet. */
export function SecondFactorPage() {
  const user = useDuePage(({ must_set_up_second_factor: isDue }) => isDue);
  return user ? <Setup /> : <LoadingBlock />;
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

import { ShieldOff } from "lucide-react";
import { useState } from "react";
import { AuthenticatorKeyFields } from "#web/auth/second-factor/authenticator-key.tsx";
import { useFactorSetup } from "#web/auth/second-factor/use-factor-setup.ts";
import { ProofField, useProofForm } from "#web/auth/second-factor/password-proof.tsx";
import { RecoveryCodes } from "#web/auth/second-factor/recovery-codes.tsx";
import { useRenewCodes, useTurnOff } from "#web/auth/second-factor/data.ts";
import {
  RECOVERY_MESSAGES,
  SETUP_FACTOR_MESSAGES,
  TURN_OFF_MESSAGES,
} from "#web/auth/second-factor/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, FormDialog } from "#web/ui/overlay/dialog.tsx";

export type FactorDialog = "setup" | "codes" | "off";

export function SecondFactorDialog({ kind, onClose }: { kind: FactorDialog; onClose: () => void }) {
  switch (kind) {
    case "setup":
      return <SetupDialog onClose={onClose} />;
    case "codes":
      return <NewCodesDialog onClose={onClose} />;
    default:
      return <TurnOffDialog onClose={onClose} />;
  }
}

type Props = { onClose: () => void };

function SetupDialog({ onClose }: Props) {
  const words = SETUP_FACTOR_MESSAGES;
  const { step, password, code } = useFactorSetup();
  if (step.at === "codes") return <CodesDialog codes={step.codes} onClose={onClose} />;
  if (step.at === "password") {
    return (
      <FormDialog
        title={words.title}
        description={words.passwordHint}
        form={password}
        act={words.next}
        busyLabel={words.checking}
        onClose={onClose}
      >
        <ProofField form={password} />
      </FormDialog>
    );
  }
  return (
    // Another dialog, so that its first field gets the focus.
    <FormDialog
      key="app"
      title={words.title}
      description={words.othersEnd}
      form={code}
      act={words.turnOn}
      busyLabel={words.turningOn}
      onClose={onClose}
    >
      <AuthenticatorKeyFields app={step.key} form={code} />
    </FormDialog>
  );
}

function NewCodesDialog({ onClose }: Props) {
  const words = RECOVERY_MESSAGES;
  const [codes, setCodes] = useState<string[] | null>(null);
  const form = useProofForm(useRenewCodes().mutateAsync, ({ recovery_codes }) => setCodes(recovery_codes));
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  return (
    <FormDialog
      title={words.renewTitle}
      description={words.renewHint}
      form={form}
      act={words.renew}
      busyLabel={words.renewing}
      onClose={onClose}
    >
      <ProofField form={form} />
    </FormDialog>
  );
}

function TurnOffDialog({ onClose }: Props) {
  const words = TURN_OFF_MESSAGES;
  const form = useProofForm(useTurnOff().mutateAsync, onClose);
  return (
    <FormDialog
      title={words.title}
      description={words.hint}
      icon={<ShieldOff className="icon large" />}
      form={form}
      act={words.act}
      busyLabel={words.busy}
      danger
      onClose={onClose}
    >
      <ProofField form={form} />
    </FormDialog>
  );
}

function CodesDialog({ codes, onClose }: Props & { codes: readonly string[] }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      isOnce
      title={RECOVERY_MESSAGES.title}
      description={RECOVERY_MESSAGES.hint}
      foot={
        <Button look="primary" onClick={onClose}>
          {RECOVERY_MESSAGES.kept}
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}

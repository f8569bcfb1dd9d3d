import { Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormButtons } from "../form-buttons.tsx";
import { Dialog } from "./dialog.tsx";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  /** The label of the acting button: it names the action, never "OK". */
  act: string;
  busyLabel?: string;
  cancel?: string;
  /** False for actions that take nothing away, such as a restore. */
  danger?: boolean;
  icon?: ReactNode;
  /** Runs the action; the dialog is busy meanwhile, closes when it succeeds and stays open when it fails. */
  onConfirm: () => Promise<unknown>;
};

/** A dialog that asks before an action. */
export function ConfirmDialog({ open, onOpenChange, title, description, danger = true, ...rest }: Props) {
  const [busy, setBusy] = useState(false);
  async function confirm() {
    setBusy(true);
    // The action shows its failure itself (a toast); here it only keeps the dialog open.
    const done = await rest.onConfirm().then(
      () => true,
      () => false,
    );
    setBusy(false);
    if (done) onOpenChange(false);
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      icon={rest.icon ?? (danger ? <Trash2 className="icon large" /> : undefined)}
      foot={
        <FormButtons
          act={rest.act}
          busyLabel={rest.busyLabel}
          isBusy={busy}
          danger={danger}
          onAct={() => void confirm()}
          cancel={rest.cancel}
          cancelLook="secondary"
          onCancel={() => onOpenChange(false)}
        />
      }
    />
  );
}

import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Section } from "#web/settings/section.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { CARE_MESSAGES as MESSAGES } from "./care-messages.ts";
import { type Mailbox, useDeleteMailbox, useMakeDefault, usePauseMailbox } from "./data.ts";

/** What is done to a mailbox as a whole, each at once. `forget` lets the page be left after it is deleted. */
export function CareSection({ mailbox, forget }: { mailbox: Mailbox; forget: () => void }) {
  const pausing = usePauseMailbox(mailbox.id);
  const making = useMakeDefault(mailbox.id);
  const [asks, setAsks] = useState(false);
  return (
    <Section id="care" title={MESSAGES.title}>
      <ul className="settings-list">
        <Line hint={mailbox.active ? MESSAGES.pauseHint : MESSAGES.resumeHint}>
          <Button
            busy={pausing.isPending}
            onClick={() => pausing.mutate(mailbox.active ? "pause" : "resume")}
          >
            {mailbox.active ? MESSAGES.pause : MESSAGES.resume}
          </Button>
        </Line>
        <Line hint={mailbox.is_default ? MESSAGES.isDefault : MESSAGES.makeDefaultHint}>
          {!mailbox.is_default && (
            <Button busy={making.isPending} onClick={() => making.mutate()}>
              {MESSAGES.makeDefault}
            </Button>
          )}
        </Line>
        {!mailbox.is_default && (
          <Line hint={MESSAGES.removeHint}>
            <Button look="danger-quiet" onClick={() => setAsks(true)}>
              {MESSAGES.remove}
            </Button>
          </Line>
        )}
      </ul>
      <DeleteDialog mailbox={mailbox} open={asks} onOpenChange={setAsks} forget={forget} />
    </Section>
  );
}

function Line({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <li>
      <span className="grow text-small muted">{hint}</span>
      {children}
    </li>
  );
}

type DialogProps = {
  mailbox: Mailbox;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  forget: () => void;
};

function DeleteDialog({ mailbox, open, onOpenChange, forget }: DialogProps) {
  const navigate = useNavigate();
  const deleting = useDeleteMailbox(mailbox.id);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={MESSAGES.removeTitle(mailbox.address)}
      description={MESSAGES.removeHint}
      act={MESSAGES.remove}
      busyLabel={MESSAGES.removing}
      onConfirm={async () => {
        await deleting.mutateAsync();
        forget();
        await navigate({ to: "/settings/mail" });
      }}
    />
  );
}

import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/form/copy-button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import type { InviteLink } from "../data.ts";
import { INVITE_MESSAGES } from "../messages.ts";

/** Shows the link of an invitation that nobody mails, once (rule 113). */
export function InviteLinkDialog({ to, link, onClose }: InviteLink & { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      isOnce
      title={INVITE_MESSAGES.linkTitle}
      description={INVITE_MESSAGES.linkHint(to)}
      foot={
        <Button look="primary" onClick={onClose}>
          {INVITE_MESSAGES.done}
        </Button>
      }
    >
      <Field label={INVITE_MESSAGES.link}>
        <span className="flex-row">
          <Input className="monospace" readOnly value={link} onFocus={(event) => event.target.select()} />
          <CopyButton text={link} label={INVITE_MESSAGES.copyLink} />
        </span>
      </Field>
    </Dialog>
  );
}

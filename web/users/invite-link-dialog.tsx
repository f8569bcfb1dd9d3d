import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { INVITE_WORDS } from "./words.ts";

export type InviteLink = { to: string; link: string };

/** Shows the link of an invitation that nobody mails, once (decision list 113). */
export function InviteLinkDialog({ to, link, onClose }: InviteLink & { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={INVITE_WORDS.linkTitle}
      description={INVITE_WORDS.linkHint(to)}
      foot={
        <Button look="primary" onClick={onClose}>
          {INVITE_WORDS.done}
        </Button>
      }
    >
      <Field label={INVITE_WORDS.link}>
        <span className="row">
          <Input className="mono" readOnly value={link} onFocus={(event) => event.target.select()} />
          <CopyButton text={link} label={INVITE_WORDS.copyLink} />
        </span>
      </Field>
    </Dialog>
  );
}

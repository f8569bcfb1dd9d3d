import { useState } from "react";
import { Section } from "#web/settings/section.tsx";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/form/copy-button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { CARE_MESSAGES as MESSAGES } from "./care-messages.ts";
import { type Mailbox, useRenewHookSecret } from "./data.ts";

/** Where a program hands in mail by HTTP, and the secret that it signs with. */
export function HookSection({ mailbox: { id, has_hook_secret } }: { mailbox: Mailbox }) {
  const renewing = useRenewHookSecret(id);
  const [secret, setSecret] = useState<string | null>(null);
  const address = `${window.location.origin}/api/mailboxes/${id}/raw`;
  return (
    <Section id="hook" title={MESSAGES.hook} caption={MESSAGES.hookCaption}>
      <Copied label={MESSAGES.hookAddress} text={address} copy={MESSAGES.copyAddress} />
      <div className="flex-row between wrap">
        <span className="grow text-small muted">
          {has_hook_secret ? MESSAGES.hasSecret : MESSAGES.hasNone}
        </span>
        <Button
          busy={renewing.isPending}
          onClick={() => renewing.mutate(undefined, { onSuccess: (made) => setSecret(made.secret) })}
        >
          {has_hook_secret ? MESSAGES.newSecret : MESSAGES.makeSecret}
        </Button>
      </div>
      <Dialog
        open={secret !== null}
        onOpenChange={() => setSecret(null)}
        isOnce
        title={MESSAGES.secretTitle}
        description={MESSAGES.secretOnce}
        foot={<Button onClick={() => setSecret(null)}>{MESSAGES.close}</Button>}
      >
        <Copied label={MESSAGES.secretTitle} text={secret ?? ""} copy={MESSAGES.copySecret} />
      </Dialog>
    </Section>
  );
}

function Copied({ label, text, copy }: { label: string; text: string; copy: string }) {
  return (
    <div className="copied-text" role="group" aria-label={label}>
      <code>{text}</code>
      <CopyButton text={text} label={copy} />
    </div>
  );
}

import type { MailboxKind, MailboxState } from "#contract/mailboxes/mailbox-kinds.ts";
import { Badge } from "#web/ui/badge.tsx";
import { MAILBOX_MESSAGES as MESSAGES } from "./messages.ts";

const TONES = {
  ok: "success",
  connecting: "info",
  unreachable: "danger",
  sign_in_refused: "danger",
  paused: undefined,
} as const;

/** How the connection to a mailbox is; one that mail is handed in to waits for it. */
export function StateBadge({
  mailbox: { kind, state },
}: {
  mailbox: { kind: MailboxKind; state: MailboxState };
}) {
  const waits = kind === "listen" && state === "connecting";
  return (
    <Badge tone={TONES[state]} dot>
      {waits ? MESSAGES.waits : MESSAGES.states[state]}
    </Badge>
  );
}

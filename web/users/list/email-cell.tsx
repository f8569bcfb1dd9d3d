import { useState } from "react";
import { mayManageUser } from "#contract/access/users.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { Tag } from "#web/ui/tag.tsx";
import { sendInvite, type User } from "../data.ts";
import type { InviteLink } from "../dialogs/invite-link-dialog.tsx";
import { INVITE_MESSAGES } from "../messages.ts";

const TONES = { not_sent: "warn", expired: "warn", pending: undefined } as const;

/** The address, and how its invitation stands: what was not sent can be sent again right here. */
export function EmailCell({ user, onLink }: { user: User; onLink: (link: InviteLink) => void }) {
  const { invite_state } = user;
  if (invite_state === "none" || user.deleted_at) return user.email;
  return (
    <span className="row">
      <span className="trunc">{user.email}</span>
      <Tag tone={TONES[invite_state]}>{INVITE_MESSAGES[invite_state]}</Tag>
      {invite_state !== "pending" && <Resend user={user} onLink={onLink} />}
    </span>
  );
}

function Resend({ user, onLink }: { user: User; onLink: (link: InviteLink) => void }) {
  const { isBusy, send } = useSendInvite(onLink);
  if (!mayManageUser(useActor(), user)) return null;
  return (
    <button
      type="button"
      className="linkbtn"
      aria-label={INVITE_MESSAGES.resendTo(user.fullname)}
      disabled={isBusy}
      onClick={() => send(user)}
    >
      {INVITE_MESSAGES.resend}
    </button>
  );
}

/** Sends an invitation again, one at a time; a link that nobody mails is handed on. */
export function useSendInvite(onLink: (link: InviteLink) => void) {
  const [isBusy, setBusy] = useState(false);
  async function run(user: User) {
    setBusy(true);
    const link = await sendInvite(user.id).catch(() => undefined);
    setBusy(false);
    if (link) onLink({ to: user.email, link });
  }
  return { isBusy, send: (user: User) => void (isBusy || run(user)) };
}

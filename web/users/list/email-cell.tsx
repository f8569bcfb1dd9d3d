import { useRef } from "react";
import { mayManageUser } from "#contract/access/users.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { Badge } from "#web/ui/badge.tsx";
import { useKeptFocus } from "#web/ui/kept-focus.ts";
import { type InviteLink, type User, useSendInvite } from "../data.ts";
import { INVITE_MESSAGES } from "../messages.ts";

const TONES = { not_sent: "warning", expired: "warning", pending: undefined } as const;

/** The address with the state of its invitation, and a button to send one that was not sent. */
export function EmailCell({ user, onLink }: { user: User; onLink: (link: InviteLink) => void }) {
  const { invite_state } = user;
  if (invite_state === "none" || user.deleted_at) return user.email;
  return (
    <span className="flex-row">
      <span className="truncate">{user.email}</span>
      <Badge tone={TONES[invite_state]}>{INVITE_MESSAGES[invite_state]}</Badge>
      {invite_state !== "pending" && <Resend user={user} onLink={onLink} />}
    </span>
  );
}

function Resend({ user, onLink }: { user: User; onLink: (link: InviteLink) => void }) {
  const sending = useSendInvite(onLink);
  const button = useRef<HTMLButtonElement>(null);
  useKeptFocus(button, sending.isPending);
  if (!mayManageUser(useActor(), user)) return null;
  return (
    <button
      ref={button}
      type="button"
      className="link-button"
      aria-label={INVITE_MESSAGES.resendTo(user.fullname)}
      disabled={sending.isPending}
      onClick={() => sending.mutate(user)}
    >
      {INVITE_MESSAGES.resend}
    </button>
  );
}

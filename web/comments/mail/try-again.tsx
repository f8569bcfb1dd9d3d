import { RotateCcw } from "lucide-react";
import { useRef } from "react";
import { MAIL_REACH_MESSAGES } from "#web/roles/mail-reach-messages.ts";
import { useTryMailAgain } from "#web/roles/try-mail-again.ts";
import { useKeptFocus } from "#web/ui/kept-focus.ts";

/** Has a mail that came back sent once more, with whatever else its reader missed. */
export function TryAgain({ userId, ticketId }: { userId: string; ticketId: string }) {
  const trying = useTryMailAgain(userId, ticketId);
  const button = useRef<HTMLButtonElement>(null);
  useKeptFocus(button, trying.isPending);
  return (
    <button
      ref={button}
      type="button"
      className="fold"
      disabled={trying.isPending}
      onClick={() => trying.mutate()}
    >
      <RotateCcw className="icon small" />
      {trying.isPending ? MAIL_REACH_MESSAGES.tryingAgain : MAIL_REACH_MESSAGES.retry}
    </button>
  );
}

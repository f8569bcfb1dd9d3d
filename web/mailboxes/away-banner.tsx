import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { useCurrentTime } from "#web/lib/current-time.ts";
import { dateAndTime, hourAndMinute } from "#web/lib/format.ts";
import { useTimeZone } from "#web/lib/time-zone.ts";
import { Button } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { type MailboxSummary, useCheckMailbox } from "./data.ts";
import { FORM_MESSAGES } from "./form/messages.ts";
import { MAILBOX_MESSAGES as MESSAGES } from "./messages.ts";

type Props = {
  mailbox: Pick<MailboxSummary, "id" | "address" | "state" | "state_since">;
  /** The reason, where the reader may know it. */
  reason?: ReactNode;
  /** Those who look after mailboxes may check; others only read. */
  mayCheck?: boolean;
};

/** Says that a mailbox is away, and that nothing is lost; nothing for one that is not. */
export function AwayBanner({ mailbox, reason, mayCheck = true }: Props) {
  const checking = useCheckMailbox();
  const since = useSince(mailbox.state_since);
  if (mailbox.state !== "unreachable" && mailbox.state !== "sign_in_refused") return null;
  const say = mailbox.state === "unreachable" ? MESSAGES.awaySince : MESSAGES.refusedSince;
  return (
    <Banner
      tone={mailbox.state === "unreachable" ? "warning" : "danger"}
      title={say(mailbox.address, since)}
      action={
        mayCheck && (
          <Button
            size="small"
            icon={<RefreshCw className="icon" />}
            busy={checking.isPending}
            busyLabel={FORM_MESSAGES.checking}
            onClick={() => checking.mutate({ id: mailbox.id })}
          >
            {MESSAGES.checkNow}
          </Button>
        )
      }
    >
      {reason} {MESSAGES.nothingLost}
    </Banner>
  );
}

/** All mailboxes that are away. */
export function AwayBanners({
  mailboxes,
  mayCheck,
}: {
  mailboxes: readonly MailboxSummary[];
  mayCheck?: boolean;
}) {
  return mailboxes.map((mailbox) => <AwayBanner key={mailbox.id} mailbox={mailbox} mayCheck={mayCheck} />);
}

/** The time of day within the last day, else with its date. */
function useSince(at: string): string {
  useTimeZone();
  const then = Date.parse(at);
  const isToday = useCurrentTime() - then < 24 * 3_600_000;
  return isToday ? hourAndMinute(at) : dateAndTime(at);
}

import { useQuery } from "@tanstack/react-query";
import { Settings2 } from "lucide-react";
import { mayManageSettings } from "#contract/access/may-open-page.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { AwayBanners } from "#web/mailboxes/away-banner.tsx";
import { mailboxesQuery } from "#web/mailboxes/data.ts";
import { ButtonLink } from "#web/ui/form/button-link.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { INCOMING_MESSAGES as MESSAGES } from "./messages.ts";

/** The mailboxes that cannot be reached: who decides on held mail should know, and who looks after them can check. */
export function MailboxesAway() {
  const { data } = useQuery(mailboxesQuery);
  return <AwayBanners mailboxes={data?.items ?? []} mayCheck={mayManageSettings(useActor())} />;
}

/** Where mail came in last. */
export function LastMail() {
  const { data } = useQuery(mailboxesQuery);
  const used = data?.items.flatMap(({ address, last_mail_at: at }) => (at === null ? [] : [{ address, at }]));
  const last = used?.toSorted((one, other) => other.at.localeCompare(one.at))[0];
  if (!last) return null;
  return (
    <span className="text-tiny muted desktop-only">
      {last.address} · {MESSAGES.lastMail} <RelativeTime at={last.at} form="long" />
    </span>
  );
}

/** The way to the mailboxes, for those who look after them. */
export function MailboxesLink() {
  if (!mayManageSettings(useActor())) return null;
  return (
    <ButtonLink to="/settings/mail" className="desktop-only" icon={<Settings2 className="icon" />}>
      {MESSAGES.mailboxes}
    </ButtonLink>
  );
}

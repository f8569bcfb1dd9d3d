import { queryOptions, useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { incomingKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useHeldMails } from "#web/lib/live/held-mails.ts";
import { Section } from "#web/settings/section.tsx";
import { ButtonLink } from "#web/ui/form/button-link.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BlockedButton } from "../blocked/blocked-button.tsx";
import { INCOMING_CARD_MESSAGES as MESSAGES } from "./messages.ts";

const summaryQuery = queryOptions({
  queryKey: incomingKeys.summary(),
  queryFn: ({ signal }) => api("GET /incoming/summary", { signal, fallback: MESSAGES.failedToFetch }),
});

/** What came in within a day, with the ways to what is held and to who is blocked. */
export function IncomingSection() {
  const held = useHeldMails();
  return (
    <Section
      id="incoming"
      title={MESSAGES.title}
      caption={<LastDay />}
      actions={
        <>
          <BlockedButton size="small" />
          <ButtonLink to="/incoming" size="small" icon={<Inbox className="icon" />}>
            {held ? MESSAGES.held(held) : MESSAGES.open}
          </ButtonLink>
        </>
      }
    />
  );
}

function LastDay() {
  const { data, error } = useQuery(summaryQuery);
  if (error) return <>{failureMessage(error, MESSAGES.failedToFetch)}</>;
  if (!data) return <Skeleton width="24rem" height="1rem" />;
  return <>{data.mails === 0 ? MESSAGES.none : MESSAGES.lastDay(data)}</>;
}

import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { isExternal } from "#contract/access/actor.ts";
import { usePageTitle } from "#web/lib/brand.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { BackLink, PageHead } from "#web/ui/page-parts.tsx";
import { FORM_MESSAGES } from "../form/messages.ts";
import { getLastList } from "../last-list.ts";
import { NewTicketForm } from "./new-form.tsx";
import { ticketQuery } from "../ticket-data.ts";

export function NewPage() {
  usePageTitle(FORM_MESSAGES.newTitle);
  const { follow_up_of: followUpOf, subject } = useSearch({ from: "/protected/tickets/new" });
  const isClient = isExternal(useActor());
  return (
    <>
      {isClient ? (
        <BackLink to="/dashboard">{FORM_MESSAGES.backToDashboard}</BackLink>
      ) : (
        <BackLink to="/tickets" search={getLastList()}>
          {FORM_MESSAGES.backToTickets}
        </BackLink>
      )}
      <PageHead
        title={FORM_MESSAGES.newTitle}
        subtitle={followUpOf ? <FollowUpOf ticketId={followUpOf} /> : undefined}
      />
      <NewTicketForm key={`${followUpOf} ${subject}`} followUpOf={followUpOf} subject={subject} />
    </>
  );
}

/** Names the closed ticket that the new one goes on from. */
function FollowUpOf({ ticketId }: { ticketId: string }) {
  const { data } = useQuery(ticketQuery(ticketId));
  if (!data) return null;
  return (
    <>
      {FORM_MESSAGES.followUpOf}{" "}
      <Link className="link" to="/tickets/$ticketId" params={{ ticketId }}>
        {data.uid} {data.subject}
      </Link>
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { isExternal } from "#contract/access/actor.ts";
import { usePageTitle } from "../lib/brand.ts";
import { useActor } from "../lib/session-state.ts";
import { BackLink, PageHead } from "../ui/page.tsx";
import { FORM_WORDS } from "./form-words.ts";
import { lastList } from "./list-memory.ts";
import { NewTicketForm } from "./new-form.tsx";
import { ticketQuery } from "./ticket-data.ts";

export function NewPage() {
  usePageTitle(FORM_WORDS.newTitle);
  const { follow_up_of: followUpOf, subject } = useSearch({ from: "/protected/tickets/new" });
  const isClient = isExternal(useActor());
  return (
    <>
      {isClient ? (
        <BackLink to="/dashboard">{FORM_WORDS.backToDashboard}</BackLink>
      ) : (
        <BackLink to="/tickets" search={lastList()}>
          {FORM_WORDS.backToTickets}
        </BackLink>
      )}
      <PageHead
        title={FORM_WORDS.newTitle}
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
      {FORM_WORDS.followUpOf}{" "}
      <Link className="link" to="/tickets/$ticketId" params={{ ticketId }}>
        {data.uid} {data.subject}
      </Link>
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { mayDeleteTicket, mayEditTicket } from "#contract/access/tickets.ts";
import { usePageTitle } from "#web/lib/public-config.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { BackLink, PageHead } from "#web/ui/page-head.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { EditForm } from "./edit-form.tsx";
import { FORM_MESSAGES } from "../form/messages.ts";
import { ticketQuery } from "../ticket-query.ts";
import { ticketAttributesOf } from "../ticket-attributes.ts";
import { TicketMissing } from "../detail/ticket-missing.tsx";

export function EditPage() {
  const { ticketId } = useParams({ from: "/protected/tickets/$ticketId/edit" });
  const actor = useActor();
  // An edit must not start from a ticket that was loaded minutes ago.
  const ticket = useQuery({ ...ticketQuery(ticketId), refetchOnMount: "always" });
  if (ticket.data && !mayEditTicket(actor, ticketAttributesOf(ticket.data)))
    return <Navigate to="/tickets/$ticketId" params={{ ticketId }} replace />;
  if (ticket.data)
    return (
      <Edit
        key={ticketId}
        ticket={ticket.data}
        isFetching={ticket.isFetching}
        mayDelete={mayDeleteTicket(actor)}
      />
    );
  if (ticket.isError) return <TicketMissing error={ticket.error} onRetry={() => void ticket.refetch()} />;
  return <LoadingBlock label={FORM_MESSAGES.loading} />;
}

function Edit(props: ComponentProps<typeof EditForm>) {
  const { ticket } = props;
  usePageTitle(`${FORM_MESSAGES.editTitle} ${ticket.uid}`);
  return (
    <div className="stack column">
      <BackLink to="/tickets/$ticketId" params={{ ticketId: ticket.id }}>
        {ticket.uid}
      </BackLink>
      <PageHead
        title={
          <>
            {FORM_MESSAGES.editTitle} <span className="monospace">{ticket.uid}</span>
          </>
        }
      />
      <EditForm {...props} />
    </div>
  );
}

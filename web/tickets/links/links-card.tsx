import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus, X } from "lucide-react";
import { mayLink, maySeeLinks } from "#contract/access/links.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { useLateWindow } from "#web/lib/loading/use-late-window.ts";
import { Card } from "#web/ui/card.tsx";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { StatusGlyph, statusLabel } from "#web/ui/status-badge.tsx";
import type { TicketDetail } from "../ticket-data.ts";
import { ticketAttributesOf } from "../ticket-attributes.ts";
import { linksQuery, type TicketLink, useRemoveLink } from "./links-data.ts";
import { LINK_MESSAGES as MESSAGES } from "./messages.ts";

const linkDialog = lazyPart(
  () => import("./link-dialog.tsx"),
  (module) => module.LinkDialog,
);

/** What the ticket is linked to; for staff alone. */
export function LinksCard({ ticket }: { ticket: TicketDetail }) {
  const actor = useActor();
  const isShown = maySeeLinks(actor);
  const links = useQuery({ ...linksQuery(ticket.id), enabled: isShown });
  const removing = useRemoveLink(ticket.id);
  if (!isShown) return null;
  const mayChange = mayLink(actor, ticketAttributesOf(ticket));
  const items = links.data?.items ?? [];
  if (!mayChange && items.length === 0) return null;
  return (
    <Card title={MESSAGES.links} actions={mayChange && <LinkButton ticket={ticket} />}>
      {links.isError && (
        <p className="subtle text-small">{failureMessage(links.error, MESSAGES.failedToFetch)}</p>
      )}
      {links.isSuccess && items.length === 0 && <p className="subtle text-small">{MESSAGES.none}</p>}
      <ul className="ticket-links">
        {items.map((link) => (
          <LinkRow
            key={link.id}
            link={link}
            isBusy={removing.isPending}
            isGoing={removing.isPending && removing.variables.id === link.id}
            onRemove={mayChange ? () => removing.mutate(link) : undefined}
          />
        ))}
      </ul>
    </Card>
  );
}

function LinkButton({ ticket }: { ticket: TicketDetail }) {
  const { opener, shown } = useLateWindow(linkDialog);
  return (
    <>
      <IconButton label={MESSAGES.link} {...opener}>
        <Plus className="icon small" />
      </IconButton>
      {shown?.open && <linkDialog.Part ticket={ticket} onClose={shown.onClose} />}
    </>
  );
}

type RowProps = {
  link: TicketLink;
  isBusy: boolean;
  isGoing: boolean;
  onRemove: (() => void) | undefined;
};

function LinkRow({ link: { relation, ticket }, isBusy, isGoing, onRemove }: RowProps) {
  return (
    <li className="flex-row text-small">
      <Link
        to="/tickets/$ticketId"
        params={{ ticketId: ticket.id }}
        title={[ticket.subject, ticket.company_name].filter(Boolean).join(" · ")}
      >
        <StatusGlyph status={ticket.status} />
        <span className="visually-hidden">{statusLabel(ticket.status)}</span>
        <span className="monospace">{ticket.uid}</span>
        <span className="truncate">{ticket.subject}</span>
      </Link>
      <span className="grow" />
      <span className="subtle">{MESSAGES.relations[relation]}</span>
      {onRemove && (
        <IconButton label={MESSAGES.remove(ticket.uid)} busy={isGoing} disabled={isBusy} onClick={onRemove}>
          <X className="icon small" />
        </IconButton>
      )}
    </li>
  );
}

import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ticketKeys } from "#contract/query-keys.ts";
import { api, type QueryOf } from "#web/lib/api/api-client.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { type Pick, Picker } from "#web/ui/form/picker.tsx";
import { PICKER_MESSAGES as MESSAGES } from "./messages.ts";

export type FoundTicket = { id: string; uid: string; subject: string };
type Props = {
  value: FoundTicket | null;
  /** The number of the ticket that stands there before anything is searched for. */
  suggested?: string | undefined;
  /** Whose tickets stand there instead, where none is suggested. */
  clientId?: string | undefined;
  /** A ticket that is not offered. */
  exceptId?: string;
  onChange: (ticket: FoundTicket | null) => void;
};

/** A ticket by its number or its words. */
export function TicketPicker({ value, suggested, clientId, exceptId, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const [term, setTerm] = useState("");
  const search = term === "" ? suggested : term;
  const tickets = useQuery({
    ...ticketsQuery(search === undefined ? { client_id: clientId } : { search }),
    enabled: open,
  });
  const found = tickets.data?.items.filter(({ id }) => id !== exceptId);
  return (
    <Picker
      label={MESSAGES.ticket}
      searchLabel={MESSAGES.findTicket}
      value={value && pickOf(value)}
      onChange={(pick) => onChange(found?.find(({ id }) => id === pick?.id) ?? null)}
      options={found?.map(pickOf)}
      error={tickets.isError ? failureMessage(tickets.error, MESSAGES.failedToFetchTickets) : null}
      onRetry={() => void tickets.refetch()}
      onSearch={setTerm}
      onOpenChange={setOpen}
      empty={{ label: MESSAGES.noTicket }}
    />
  );
}

const SHOWN = 20;

function ticketsQuery(query: NonNullable<QueryOf<"GET /tickets">>) {
  return queryOptions({
    queryKey: ticketKeys.picker(query),
    queryFn: ({ signal }) =>
      api("GET /tickets", {
        query: { ...query, brief: "true", per_page: SHOWN },
        signal,
        fallback: MESSAGES.failedToFetchTickets,
      }),
    staleTime: 0,
  });
}

function pickOf({ id, uid, subject, ...more }: FoundTicket & { company_name?: string | null }): Pick {
  return { id, label: `${uid} ${subject}`, note: more.company_name ?? undefined };
}

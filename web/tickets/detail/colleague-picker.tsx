import { queryOptions, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { ticketKeys } from "#contract/query-keys.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { api } from "#web/lib/api/api-client.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Picker } from "#web/ui/form/picker.tsx";
import { DETAIL_MESSAGES } from "../detail-messages.ts";

/** The colleagues of a client who are not on the ticket yet; the server searches their names. */
export function ColleaguePicker({ ticketId, onPick }: { ticketId: string; onPick: (id: string) => void }) {
  const [open, setOpen] = useState(false);
  const [term, setTerm] = useState("");
  const found = useQuery({ ...colleaguesQuery(ticketId, term), enabled: open });
  return (
    <Picker
      value={null}
      clearable={false}
      label={DETAIL_MESSAGES.addColleague}
      searchLabel={DETAIL_MESSAGES.findColleague}
      empty={{ label: DETAIL_MESSAGES.addColleague }}
      onChange={(pick) => pick && onPick(pick.id)}
      options={found.data?.colleagues.map(({ user_id, fullname }) => ({
        id: user_id,
        label: fullname,
        icon: <Avatar name={fullname} size="small" />,
      }))}
      error={found.isError ? failureMessage(found.error, DETAIL_MESSAGES.failedToFetchColleagues) : null}
      onRetry={() => void found.refetch()}
      onSearch={setTerm}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="icon-button" aria-label={DETAIL_MESSAGES.addColleague}>
          <Plus className="icon small" />
        </button>
      }
    />
  );
}

function colleaguesQuery(ticketId: string, search: string) {
  return queryOptions({
    queryKey: ticketKeys.colleagues(ticketId, search),
    queryFn: ({ signal }) =>
      api("GET /tickets/{ticket_id}/colleagues", {
        params: { ticket_id: ticketId },
        query: search ? { search } : {},
        signal,
        fallback: DETAIL_MESSAGES.failedToFetchColleagues,
      }),
  });
}

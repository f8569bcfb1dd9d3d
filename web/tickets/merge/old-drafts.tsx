import { useQuery } from "@tanstack/react-query";
import { PencilLine } from "lucide-react";
import { ticketKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { OldDraft } from "./old-draft.tsx";

/** For clients, above a ticket: what they had begun to write on those that became part of it. The staff's stand with the merges. */
export function OldDrafts({ ticketId }: { ticketId: string }) {
  const { data } = useQuery({
    queryKey: ticketKeys.oldDrafts(ticketId),
    queryFn: ({ signal }) => api("GET /drafts", { signal }),
  });
  return data?.drafts
    .filter(({ part_of }) => part_of?.id === ticketId)
    .map(({ ticket_id, uid }) => (
      <div key={ticket_id} className="banner" role="note">
        <PencilLine className="icon" />
        <div className="grow">
          <OldDraft from={{ id: ticket_id, uid }} toId={ticketId} />
        </div>
      </div>
    ));
}

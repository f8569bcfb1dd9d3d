import { useQueries, useQuery } from "@tanstack/react-query";
import { PencilLine } from "lucide-react";
import { useState } from "react";
import { ticketKeys } from "#contract/query-keys.ts";
import { ticketsWithWords } from "#web/comments/draft/common-draft.ts";
import { api } from "#web/lib/api/api-client.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import { ticketQuery } from "../ticket-query.ts";
import { hasUnsavedWords, OldDraft } from "./old-draft.tsx";

type Props = {
  ticketId: string;
  /** Those whose drafts are offered elsewhere on the page. */
  exceptIds?: readonly string[];
};
type Part = { id: string; uid: string };

/** Above a ticket: what one had begun to write on those that became part of it, through later merges too. */
export function OldDrafts({ ticketId, exceptIds = [] }: Props) {
  const { data } = useQuery({
    queryKey: ticketKeys.oldDrafts(ticketId),
    queryFn: ({ signal }) => api("GET /drafts", { signal }),
  });
  const saved = (data?.drafts ?? [])
    .filter(({ part_of }) => part_of?.id === ticketId)
    .map(({ ticket_id, uid }): Part => ({ id: ticket_id, uid }));
  const unsaved = useUnsavedParts(ticketId).filter(({ id }) => !saved.some((part) => part.id === id));
  return [...saved, ...unsaved]
    .filter(({ id }) => !exceptIds.includes(id))
    .map((from) => (
      <div key={from.id} className="banner" role="note">
        <PencilLine className="icon" />
        <div className="grow">
          <OldDraft from={from} toId={ticketId} />
        </div>
      </div>
    ));
}

/** The tickets that became part of this one, on which this browser has words that the server never got. */
function useUnsavedParts(ticketId: string): Part[] {
  const { id: userId } = useUser();
  const [ids] = useState(() => ticketsWithWords(userId).filter((id) => hasUnsavedWords(userId, id)));
  const asked = useQueries({ queries: ids.filter((id) => id !== ticketId).map(ticketQuery) });
  return asked.flatMap(({ data }) =>
    data?.merged_into?.id === ticketId ? [{ id: data.id, uid: data.uid }] : [],
  );
}

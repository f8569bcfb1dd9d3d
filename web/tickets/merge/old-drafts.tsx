import { useQuery } from "@tanstack/react-query";
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

/** Above a ticket: what one had begun to write on those that became part of it, through later merges too. */
export function OldDrafts({ ticketId, exceptIds = [] }: Props) {
  const { id: userId } = useUser();
  const [keptIds] = useState(() => ticketsWithWords(userId).filter((id) => hasUnsavedWords(userId, id)));
  const { data } = useQuery({
    queryKey: ticketKeys.oldDrafts(ticketId),
    queryFn: ({ signal }) => api("GET /drafts", { signal }),
  });
  const saved = (data?.drafts ?? []).filter(({ part_of }) => part_of?.id === ticketId);
  const isElsewhere = new Set([ticketId, ...exceptIds]);
  const savedIds = new Set(saved.map(({ ticket_id }) => ticket_id));
  return (
    <>
      {saved.map(
        ({ ticket_id, uid }) =>
          !isElsewhere.has(ticket_id) && (
            <Offer key={ticket_id} from={{ id: ticket_id, uid }} toId={ticketId} />
          ),
      )}
      {keptIds.map(
        (id) => !isElsewhere.has(id) && !savedIds.has(id) && <Unsaved key={id} id={id} toId={ticketId} />,
      )}
    </>
  );
}

/** Words on another ticket that this browser has and the server never got; offered where that became part of this one. */
function Unsaved({ id, toId }: { id: string; toId: string }) {
  const { data } = useQuery(ticketQuery(id));
  return data?.merged_into?.id === toId ? <Offer from={data} toId={toId} /> : null;
}

function Offer({ from, toId }: { from: { id: string; uid: string }; toId: string }) {
  return (
    <div className="banner" role="note">
      <PencilLine className="icon" />
      <div className="grow">
        <OldDraft from={from} toId={toId} />
      </div>
    </div>
  );
}

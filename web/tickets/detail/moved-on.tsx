import { queryOptions, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { MergeIcon, X } from "lucide-react";
import { useEffect, useState } from "react";
import { ticketKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { upTo } from "#web/lib/api/query-client.ts";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { DetailSkeleton } from "./detail-skeleton.tsx";
import { TicketMissing } from "./ticket-missing.tsx";
import { arrivedFrom, arriveFrom, forgetArrival } from "./arrivals.ts";
import { PART_MESSAGES as MESSAGES } from "../merge/part-messages.ts";
import type { TicketDetail } from "../ticket-data.ts";

/** `isFetching`: it is being asked for anew, since the merge may have been undone. */
type MovedOnProps = { uid: string | null; to: string; isFetching: boolean };

/** In place of a ticket that became part of another one: the address of that one takes this one's place. */
export function MovedOn({ uid, to, isFetching }: MovedOnProps) {
  const navigate = useNavigate();
  useEffect(() => {
    if (isFetching) return;
    if (uid !== null) arriveFrom(to, uid);
    void navigate({ to: "/tickets/$ticketId", params: { ticketId: to }, replace: true });
  }, [navigate, to, uid, isFetching]);
  return <DetailSkeleton />;
}

/** An address with a number, such as /tickets/WP-1042, leads to its ticket or to the one that it is part of now. */
export function NumberedTicket({ uid }: { uid: string }) {
  const found = useQuery(numberQuery(uid));
  if (found.isError) return <TicketMissing error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <DetailSkeleton />;
  return <MovedOn uid={found.data.merged_from} to={found.data.id} isFetching={found.isFetching} />;
}

function numberQuery(uid: string) {
  return queryOptions({
    queryKey: ticketKeys.detail(uid),
    queryFn: ({ signal }) => api("GET /tickets/number/{uid}", { params: { uid }, signal }),
    retry: upTo(1),
    staleTime: 0,
  });
}

type Whole = Pick<TicketDetail, "id" | "merged_from">;

/** The line above a ticket to which an old number or an old link has led; gone once that merge is undone. */
export function IsPartLine({ ticket: { id, merged_from } }: { ticket: Whole }) {
  const [uid, setUid] = useState(() => arrivedFrom(id));
  if (uid === undefined || !merged_from.some((part) => part.uid === uid)) return null;
  return (
    <div className="banner" role="status">
      <MergeIcon className="icon" />
      <div className="grow">{MESSAGES.isPart(uid)}</div>
      <div className="actions">
        <IconButton
          label={MESSAGES.dismiss}
          onClick={() => {
            forgetArrival(id);
            setUid(undefined);
          }}
        >
          <X className="icon small" />
        </IconButton>
      </div>
    </div>
  );
}

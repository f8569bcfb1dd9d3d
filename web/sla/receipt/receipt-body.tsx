import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { isExternal } from "#contract/access/actor.ts";
import { ticketKeys } from "#contract/query-keys.ts";
import { RECEIPT_TEXTS } from "#contract/sla/messages.ts";
import type { SlaTarget } from "#contract/sla/targets.ts";
import { ApiError, failureMessage } from "#web/lib/api/api-error.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { useViewerTimes } from "#web/lib/organization-times.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { CopyButton } from "#web/ui/form/copy-button.tsx";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { receiptQuery, type Receipt } from "../data.ts";
import { RECEIPT_MESSAGES as MESSAGES } from "../messages.ts";
import { ClockPart } from "./clock-part.tsx";
import { ClockTabs } from "./clock-tabs.tsx";
import { receiptText } from "./copied-text.ts";
import { describeJudge } from "./judged-text.ts";
import type { Reading } from "./lines.ts";

export type ReceiptProps = {
  ticket: { id: string; uid: string; subject: string };
  shown: SlaTarget;
  onTurn: (target: SlaTarget) => void;
};

/** The receipt of a ticket, and what stands at its head. */
export function useReceiptOf({ ticket }: Pick<ReceiptProps, "ticket">) {
  const [isWhole, askWhole] = useState(false);
  const query = useQuery(receiptQuery(ticket.id, isWhole));
  useTicketAnew(ticket.id, query.error);
  const isClient = isExternal(useActor());
  const times = useViewerTimes();
  const reading: Reading = {
    times,
    isClient,
    specialDays: query.data?.judged_by?.calendar.special_days ?? [],
    zone: query.data?.judged_by?.calendar.zone ?? times.zone,
  };
  return { query, reading, askWhole: () => askWhole(true) };
}

/** What is there no more for its reader is on no card either: the ticket as it is now says so. */
function useTicketAnew(id: string, error: unknown): void {
  const client = useQueryClient();
  const isGone = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    // The ticket alone: this receipt would be asked for, and refused, again.
    if (isGone) void client.invalidateQueries({ queryKey: ticketKeys.detail(id), exact: true });
  }, [client, id, isGone]);
}

type ToolProps = { receipt: Receipt | undefined; subject: string; reading: Reading };

export function ReceiptTools({ receipt, subject, reading }: ToolProps) {
  return (
    <>
      {receipt && <CopyButton text={receiptText(receipt, subject, reading)} label={MESSAGES.copy} />}
      <IconButton label={MESSAGES.print} disabled={!receipt} onClick={() => window.print()}>
        <Printer className="icon small" />
      </IconButton>
    </>
  );
}

type BodyProps = ReceiptProps & ReturnType<typeof useReceiptOf>;

export function ReceiptBody({ ticket, shown, onTurn, query, reading, askWhole }: BodyProps) {
  const panelId = useId();
  const { data, error, isError, refetch, dataUpdatedAt } = query;
  if (!data)
    return isError ? (
      <ErrorState
        title={failureMessage(error, MESSAGES.failed) ?? MESSAGES.failed}
        onRetry={() => void refetch()}
      />
    ) : (
      <Waiting />
    );
  if (data.clocks.length === 0 || data.judged_by === null)
    return <p className="subtle text-small">{RECEIPT_TEXTS.nothingAgreed}</p>;
  const clocks = data.clocks.filter(({ target }) => target === shown);
  const target = clocks.length > 0 ? shown : data.clocks.at(-1)?.target;
  if (target === undefined) return null;
  const { zone } = data.judged_by.calendar;
  return (
    <>
      <p className="receipt-of">
        {ticket.uid} {ticket.subject}
      </p>
      <ClockTabs clocks={data.clocks} shown={target} panelId={panelId} onShow={onTurn} />
      <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${target}`}>
        <ClockPart
          key={target}
          ticketId={ticket.id}
          clocks={data.clocks.filter((clock) => clock.target === target)}
          told={{ asOf: data.as_of, at: dataUpdatedAt }}
          reading={reading}
          hidden={target === "next_response" ? data.next_responses : 0}
          onAll={askWhole}
        />
      </div>
      <footer className="receipt-foot">
        <b>{RECEIPT_TEXTS.judgedBy}</b>
        {describeJudge(data.judged_by).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {zone !== reading.times.zone && <p>{RECEIPT_TEXTS.zones(reading.times.zone, zone)}</p>}
        <p>{MESSAGES.asOf(reading.times.whole(data.as_of))}</p>
      </footer>
    </>
  );
}

function Waiting() {
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">{MESSAGES.loading}</span>
      <Skeleton width="100%" height="1.875rem" />
      <Skeleton width="60%" height="0.875rem" />
      <Skeleton width="100%" height="0.875rem" />
      {["80%", "70%", "75%"].map((width) => (
        <Skeleton key={width} width={width} height="1.75rem" />
      ))}
    </div>
  );
}

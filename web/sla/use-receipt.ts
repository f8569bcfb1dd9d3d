import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { SLA_TARGETS, type SlaTarget } from "#contract/sla/targets.ts";
import { useHotkey } from "#web/lib/browser/hotkeys.ts";
import { useOffer } from "#web/lib/page-commands.ts";
import type { TicketDetail } from "./data.ts";
import { readReceiptSearch } from "./receipt-search.ts";

const TICKET = "/protected/tickets/$ticketId";

/** The receipt of the ticket on the page: V opens and closes it, the palette lists it. */
export function useReceipt({ id, sla }: TicketDetail, label: string) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const { receipt } = useSearch({ from: TICKET, select: readReceiptSearch });
  const isPushed = useRef(false);
  const isThere = Boolean(sla);
  const shown = isThere ? (receipt ?? null) : null;
  useEffect(() => {
    if (shown === null) isPushed.current = false;
  }, [shown]);
  const show = (target: SlaTarget | null, replace: boolean) =>
    void navigate({
      to: "/tickets/$ticketId",
      params: { ticketId: id },
      search: target ? { receipt: target } : {},
      replace,
      resetScroll: false,
    });
  function open() {
    show(firstOf(sla), false);
    isPushed.current = true;
  }
  function close() {
    // The way back is the one that was come.
    if (isPushed.current) history.back();
    else show(null, true);
  }
  const toggle = () => (shown === null ? open() : close());
  useHotkey("v", toggle, isThere);
  useOffer({ id: "receipt", label: label, act: toggle }, "V", isThere);
  return { shown, open, close, turnTo: (target: SlaTarget) => show(target, true) };
}

/** What runs, the most urgent first; else how the ticket was solved. */
function firstOf(sla: TicketDetail["sla"]): SlaTarget {
  return (
    SLA_TARGETS.find((target) => sla?.[target]?.state === "running") ??
    SLA_TARGETS.findLast((target) => sla?.[target]) ??
    "resolution"
  );
}

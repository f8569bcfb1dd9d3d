import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useHotkey } from "#web/lib/browser/hotkeys.ts";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { KeyCaps } from "#web/ui/key-caps.tsx";
import { rowsOf, ticketsQuery } from "../data.ts";
import { DETAIL_MESSAGES } from "../detail-messages.ts";
import { getLastList } from "../last-shown-list.ts";

/** Previous and next ticket in the order of the list that was looked at last; absent without one. */
export function PrevNextNav({ ticketId }: { ticketId: string }) {
  const navigate = useNavigate();
  const { hasList, previous, next } = useNeighbours(ticketId);
  // The browser's Back leads to the list, however many tickets were leafed through.
  const go = (id: string | undefined) =>
    id && void navigate({ to: "/tickets/$ticketId", params: { ticketId: id }, replace: true });
  useHotkey("k", () => go(previous), previous !== undefined);
  useHotkey("j", () => go(next), next !== undefined);
  if (!hasList) return null;
  return (
    <div className="flex-row desktop-only">
      <KeyCaps keys={["K", "J"]} />
      <IconButton label={DETAIL_MESSAGES.previous} disabled={!previous} onClick={() => go(previous)}>
        <ChevronUp className="icon" />
      </IconButton>
      <IconButton label={DETAIL_MESSAGES.next} disabled={!next} onClick={() => go(next)}>
        <ChevronDown className="icon" />
      </IconButton>
    </div>
  );
}

function useNeighbours(ticketId: string) {
  const rows = rowsOf(useQueryClient().getQueryData(ticketsQuery(getLastList()).queryKey));
  const at = rows.findIndex(({ id }) => id === ticketId);
  return { hasList: at >= 0, previous: rows[at - 1]?.id, next: at < 0 ? undefined : rows[at + 1]?.id };
}

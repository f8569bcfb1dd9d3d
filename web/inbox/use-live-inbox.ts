import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { unreadInboxQuery } from "#web/lib/live/unread-inbox.ts";
import { refreshInbox } from "./data.ts";

/**
 * Takes what the live stream tells of the Inbox into the list: at once, or, while somebody points at it, when they let it
 * go. Rows that move below a pointer would be pressed by mistake.
 */
export function useLiveInbox(isHeld: boolean): void {
  const { dataUpdatedAt } = useQuery(unreadInboxQuery);
  const taken = useRef(dataUpdatedAt);
  useEffect(() => {
    if (isHeld || taken.current === dataUpdatedAt) return;
    taken.current = dataUpdatedAt;
    refreshInbox();
  }, [isHeld, dataUpdatedAt]);
}

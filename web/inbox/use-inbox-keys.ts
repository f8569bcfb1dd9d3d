import { useState } from "react";
import type { InboxTab } from "#contract/inbox/inbox-reasons.ts";
import { useHotkey } from "#web/lib/browser/hotkeys.ts";
import { type ListState, useListState } from "#web/lib/list/use-list-state.ts";
import type { InboxItem } from "./data.ts";
import type { Triage, Verb } from "./use-triage.ts";

type Options = {
  tab: InboxTab;
  items: readonly InboxItem[];
  triage: Triage;
  onNear: () => void;
  onOpen: (ticketId: string) => void;
};

export type InboxKeys = {
  state: ListState;
  /** The row whose menu of times is open. */
  remindedId: string | null;
  openRemind: (ticketId: string | null) => void;
  /** The verbs for the rows themselves: the cursor goes on before its row leaves the list. */
  triage: Triage;
};

/** The keys of the Inbox: J K Enter move and open; E U H make a row done, unread, and put it off. */
export function useInboxKeys({ tab, items, triage, onNear, onOpen }: Options): InboxKeys {
  const [remindedId, openRemind] = useState<string | null>(null);
  const rows = items.map(({ ticket_id }) => ({ id: ticket_id }));
  const state = useListState({ rows, scope: tab, maySelect: false, onNear, onOpen });
  const { cursor } = state;
  const itemNow = () => items.find(({ ticket_id }) => ticket_id === cursor.idNow());

  function act(item: InboxItem, verb: Verb, at?: string) {
    const isUnderCursor = item.ticket_id === cursor.idNow();
    if (isUnderCursor && verb !== "unread" && items.length > 1)
      cursor.move(items.at(-1)?.ticket_id === item.ticket_id ? -1 : 1);
    triage.act(item, verb, at);
  }
  useHotkey("e", () => {
    const item = itemNow();
    if (item) act(item, tab === "done" ? "undone" : "done");
  });
  useHotkey("u", () => {
    const item = itemNow();
    if (item) triage.act(item, "unread");
  });
  useHotkey("h", () => openRemind(cursor.idNow()));
  return { state, remindedId, openRemind, triage: { ...triage, act } };
}

import type { QueryClient } from "@tanstack/react-query";
import { ticketKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { toastUndoable } from "#web/ui/feedback/toast-undoable.ts";
import { SENDING_MESSAGES as MESSAGES } from "./messages.ts";

type Sent = { ticketId: string; groupId: string };

/** Tells that an answer which has gone out has changed its ticket, with the undo of that; the words stay. */
export function offerUndoOfEffects(client: QueryClient, { ticketId, groupId }: Sent): void {
  toastUndoable(
    { words: MESSAGES.setWithAnswer },
    { id: "set-with-answer", undo, failed: MESSAGES.failedToUndo },
  );

  async function undo() {
    try {
      const { kept } = await api("POST /tickets/undo/{group_id}", { params: { group_id: groupId } });
      return { words: MESSAGES.settingUndone, detail: kept.length === 0 ? undefined : MESSAGES.settingKept };
    } finally {
      void client.invalidateQueries({ queryKey: ticketKeys.detail(ticketId) });
      void client.invalidateQueries({ queryKey: ticketKeys.lists() });
    }
  }
}

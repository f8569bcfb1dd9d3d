import type { QueryClient } from "@tanstack/react-query";
import { api } from "#web/lib/api/api-client.ts";
import { adoptRows } from "./adopt-rows.ts";
import { BULK_MESSAGES } from "./messages.ts";

/** Takes a change of one or many tickets back, by the group that its answer named; answers what a toast says of that. */
export async function undoChange(client: QueryClient, groupId: string) {
  const { tickets, kept } = await api("POST /tickets/undo/{group_id}", { params: { group_id: groupId } });
  adoptRows(client, tickets);
  return {
    words: BULK_MESSAGES.undone,
    detail: kept.length === 0 ? undefined : BULK_MESSAGES.kept(kept.length),
  };
}

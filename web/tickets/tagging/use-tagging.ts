import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { tagKeys, ticketKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { TAG_MESSAGES } from "#web/tags/messages.ts";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import { toastUndoable } from "#web/ui/feedback/toast-undoable.ts";
import { rewriteRows, type TicketRow } from "../data.ts";
import { historyQuery } from "../ticket-data.ts";
import { ticketQuery } from "../ticket-query.ts";

export type Tagging = { ids: readonly string[]; name: string; isOn: boolean };

/**
 * Puts a tag on tickets, or takes it off: shown at once, taken back when refused. Of many tickets a toast tells it, with
 * an undo; of one its chips do.
 */
export function useTagging() {
  const client = useQueryClient();
  return useMutation({
    // One after the other, so that the last answer is the last state.
    scope: { id: "tagging" },
    mutationFn: ({ ids, name, isOn }: Tagging) =>
      api("PATCH /tickets/tags", {
        body: { ids: [...ids], ...(isOn ? { add_tags: [name] } : { remove_tags: [name] }) },
        fallback: TAG_MESSAGES.failedToTag,
      }),
    onMutate: ({ ids, name, isOn }) => {
      const change = (tags: readonly string[] = []) =>
        isOn ? [...new Set([...tags, name])].toSorted() : tags.filter((tag) => tag !== name);
      showTags(client, new Map(ids.map((id) => [id, change])));
    },
    onError: (error, { ids }) => {
      toastError(error, TAG_MESSAGES.failedToTag);
      void refresh(client, ids);
    },
    onSuccess: ({ tickets, group_id }, { ids }) => {
      adopt(client, tickets);
      void client.invalidateQueries({ queryKey: tagKeys.all() });
      if (ids.length === 1) return;
      toastUndoable(
        { words: TAG_MESSAGES.tagged(tickets.length) },
        { id: "tickets-tagged", undo: () => undo(client, group_id), failed: TAG_MESSAGES.failedToTag },
      );
    },
  });
}

async function undo(client: QueryClient, groupId: string) {
  const { tickets, kept } = await api("POST /tags/undo/{group_id}", { params: { group_id: groupId } });
  adopt(client, tickets);
  return {
    words: TAG_MESSAGES.undone,
    detail: kept.length === 0 ? undefined : TAG_MESSAGES.kept(kept.length),
  };
}

type Change = (tags: readonly string[] | undefined) => string[];

/** Rewrites the tags of tickets in lists and on their pages. */
function showTags(client: QueryClient, changes: ReadonlyMap<string, Change>): void {
  rewriteRows(client, (row) => {
    const change = changes.get(row.id);
    return change ? { ...row, tags: change(row.tags) } : row;
  });
  for (const [id, change] of changes)
    client.setQueryData(
      ticketQuery(id).queryKey,
      (ticket) => ticket && { ...ticket, tags: change(ticket.tags) },
    );
}

function adopt(client: QueryClient, tickets: readonly TicketRow[]): void {
  showTags(client, new Map(tickets.map(({ id, tags = [] }) => [id, () => tags])));
  for (const { id } of tickets) void client.invalidateQueries({ queryKey: historyQuery(id).queryKey });
}

async function refresh(client: QueryClient, ids: readonly string[]): Promise<void> {
  await client.invalidateQueries({ queryKey: ticketKeys.lists() });
  await Promise.all(ids.map((id) => client.invalidateQueries({ queryKey: ticketKeys.detail(id) })));
}

import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { ticketKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import { toastUndoable } from "#web/ui/feedback/toast-undoable.ts";
import { CHECKLIST_CARD_MESSAGES as MESSAGES } from "./card-messages.ts";

type Checklist = ReplyOf<"GET /tickets/{ticket_id}/checklist">;
export type ChecklistItem = Checklist["items"][number];

/** Below the ticket's own key, so that what refreshes the one refreshes the other. */
export function checklistQuery(ticketId: string) {
  return queryOptions({
    queryKey: ticketKeys.checklist(ticketId),
    queryFn: ({ signal }) =>
      api("GET /tickets/{ticket_id}/checklist", {
        params: { ticket_id: ticketId },
        signal,
        fallback: MESSAGES.failedToFetch,
      }),
  });
}

export function useAddItem(ticketId: string) {
  const { scope, onError, adopt } = useChecklist(ticketId);
  return useMutation({
    scope,
    mutationFn: (text: string) =>
      api("POST /tickets/{ticket_id}/checklist", { params: { ticket_id: ticketId }, body: { text } }),
    onError,
    onSuccess: adopt,
  });
}

type Change = BodyOf<"PATCH /tickets/{ticket_id}/checklist/{item_id}">;

/** Ticks, moves or rewrites an item: shown at once, taken back when refused. */
export function useChangeItem(ticketId: string) {
  const { scope, onError, adopt, show } = useChecklist(ticketId);
  return useMutation({
    scope,
    mutationFn: ({ id, change }: { id: string; change: Change }) =>
      api("PATCH /tickets/{ticket_id}/checklist/{item_id}", {
        params: { ticket_id: ticketId, item_id: id },
        body: change,
      }),
    onMutate: ({ id, change }) => show((items) => changeItems(items, id, change)),
    onError: (error, _, before) => {
      if (before) show(() => before);
      onError(error);
    },
    onSuccess: adopt,
  });
}

/** The items as a change leaves them; who ticked one is known when the answer comes. */
function changeItems(items: readonly ChecklistItem[], id: string, { text, done, place }: Change) {
  const changed = items.map((item) =>
    item.id === id
      ? {
          ...item,
          text: text ?? item.text,
          ...(done !== undefined && {
            done_at: done ? (item.done_at ?? new Date().toISOString()) : null,
            done_by_fullname: done ? item.done_by_fullname : null,
          }),
        }
      : item,
  );
  const moved = changed.find((item) => item.id === id);
  if (place === undefined || !moved) return changed;
  return changed.filter((item) => item.id !== id).toSpliced(place, 0, moved);
}

/** Deletes an item; a toast brings it back. */
export function useDeleteItem(ticketId: string) {
  const { scope, onError, adopt, show } = useChecklist(ticketId);
  const undo = useMutation({
    scope,
    mutationFn: (groupId: string) =>
      api("POST /checklists/undo/{group_id}", { params: { group_id: groupId } }),
    onSuccess: adopt,
  });
  return useMutation({
    scope,
    mutationFn: (id: string) =>
      api("DELETE /tickets/{ticket_id}/checklist/{item_id}", {
        params: { ticket_id: ticketId, item_id: id },
      }),
    onMutate: (id) => show((items) => items.filter((item) => item.id !== id)),
    onError,
    onSuccess: (reply) => {
      adopt(reply);
      const takeBack = async () => {
        await undo.mutateAsync(reply.group_id);
        return { words: MESSAGES.undone };
      };
      toastUndoable(
        { words: MESSAGES.deleted },
        { id: "checklist", undo: takeBack, failed: MESSAGES.failed },
      );
    },
  });
}

/** What every change shares: one after the other, and the ticket's counts follow from the answer. */
function useChecklist(ticketId: string) {
  const client = useQueryClient();
  return {
    scope: { id: `checklist-${ticketId}` },
    show: (change: (items: readonly ChecklistItem[]) => ChecklistItem[]) =>
      showItems(client, ticketId, change),
    adopt: ({ items }: Checklist) => {
      showItems(client, ticketId, () => items);
      void client.invalidateQueries({ queryKey: ticketKeys.history(ticketId) });
      void client.invalidateQueries({ queryKey: ticketKeys.detail(ticketId), exact: true });
      void client.invalidateQueries({ queryKey: ticketKeys.lists(), refetchType: "none" });
    },
    onError: (error: unknown) => {
      toastError(error, MESSAGES.failed);
      void client.invalidateQueries({ queryKey: ticketKeys.checklist(ticketId) });
    },
  };
}

/** Answers the items as they were shown before. */
function showItems(
  client: QueryClient,
  ticketId: string,
  change: (items: readonly ChecklistItem[]) => ChecklistItem[],
): ChecklistItem[] | undefined {
  const { queryKey } = checklistQuery(ticketId);
  const before = client.getQueryData(queryKey)?.items;
  client.setQueryData(queryKey, (held) => held && { ...held, items: change(held.items) });
  return before;
}

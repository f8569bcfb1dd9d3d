import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { idBelow, ticketKeys } from "#contract/query-keys.ts";
import { api, type BodyOf } from "#web/lib/api/api-client.ts";
import { toastErrorBelow } from "#web/ui/feedback/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { rewriteRows, type TicketList, type TicketRow } from "../data.ts";
import { CHANGE_MESSAGES } from "../change-messages.ts";
import { BULK_MESSAGES } from "../messages.ts";

type Fields = Omit<BodyOf<"PATCH /tickets/bulk">, "ids">;
export type BulkChange = {
  rows: readonly TicketRow[];
  /** One field or several, the same for all. */
  fields: Fields;
  /** Other fields that the rows show, such as the new assignee's name. */
  shown?: Partial<Pick<TicketRow, "assignee_fullname" | "group_name">>;
};

/** Changes many tickets at once: shown at once, taken back when refused, and undone by one click on the toast. */
export function useBulkChange() {
  const client = useQueryClient();
  const undo = useUndo();
  return useMutation({
    mutationFn: ({ rows, fields }: BulkChange) =>
      api("PATCH /tickets/bulk", { body: { ids: rows.map((row) => row.id), ...fields } }),
    onMutate: async ({ rows, fields, shown }) => {
      await client.cancelQueries({ queryKey: ticketKeys.lists() });
      const before = client.getQueriesData<TicketList>({ queryKey: ticketKeys.lists() });
      const ids = new Set(rows.map((row) => row.id));
      rewriteRows(client, (row) => (ids.has(row.id) ? { ...row, ...fields, ...shown } : row));
      return before;
    },
    onError: (error, _, before) => {
      for (const [key, list] of before ?? []) client.setQueryData(key, list);
      tellFailure(error);
    },
    onSuccess: ({ tickets, missing, group_id }, { rows }) => {
      adoptRows(client, tickets, missing);
      const action = { label: BULK_MESSAGES.undo, onClick: () => undo.mutate(group_id) };
      if (missing.length === 0) toast.success(BULK_MESSAGES.changed(tickets.length), { id: TOAST, action });
      else {
        toast.warning(BULK_MESSAGES.partly(tickets.length, rows.length), {
          detail: missingMessage(rows, missing),
          action,
          id: TOAST,
        });
      }
    },
  });
}

function useUndo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (groupId: string) => api("POST /tickets/undo/{group_id}", { params: { group_id: groupId } }),
    onError: tellFailure,
    onSuccess: ({ tickets, kept }) => {
      adoptRows(client, tickets, []);
      if (kept.length === 0) toast.success(BULK_MESSAGES.undone);
      else toast.warning(BULK_MESSAGES.undone, { detail: BULK_MESSAGES.kept(kept.length) });
    },
  });
}

/** The toast of one change takes the place of the one before: only the last can be undone there. */
const TOAST = "tickets-bulk";

/** Takes the answer into every loaded list, rows at their places, and lets go of what else was known of the tickets. */
function adoptRows(client: QueryClient, tickets: readonly TicketRow[], missing: readonly string[]) {
  const changed = new Map(tickets.map((row) => [row.id, row]));
  const gone = new Set(missing);
  rewriteRows(client, (row) => (gone.has(row.id) ? null : (changed.get(row.id) ?? row)));
  void client.invalidateQueries({ queryKey: ticketKeys.lists(), refetchType: "none" });
  void client.invalidateQueries({
    queryKey: ticketKeys.details(),
    predicate: ({ queryKey }) => {
      const id = idBelow(queryKey, ticketKeys.details()) ?? "";
      return changed.has(id) || gone.has(id);
    },
  });
}

function missingMessage(rows: readonly TicketRow[], missing: readonly string[]): string {
  const uids = rows.filter((row) => missing.includes(row.id)).map((row) => row.uid);
  return BULK_MESSAGES.gone(uids.join(", "));
}

function tellFailure(error: unknown) {
  toastErrorBelow(CHANGE_MESSAGES.failedToUpdate, error);
}

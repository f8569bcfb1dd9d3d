import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ticketKeys } from "#contract/query-keys.ts";
import { api, type BodyOf } from "#web/lib/api/api-client.ts";
import { toastErrorBelow } from "#web/ui/feedback/toast-error.ts";
import { toastUndoable } from "#web/ui/feedback/toast-undoable.ts";
import { adoptRows } from "../adopt-rows.ts";
import { rewriteRows, type TicketList, type TicketRow } from "../data.ts";
import { CHANGE_MESSAGES } from "../change-messages.ts";
import { BULK_MESSAGES } from "../messages.ts";
import { askWhenLeftOpen } from "../incident/ask-when-left-open.ts";
import { undoChange } from "../undo-change.ts";

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
    onSuccess: ({ tickets, missing, group_id }, { rows, fields }) => {
      adoptRows(client, tickets, missing);
      if (fields.status) askWhenLeftOpen(client, tickets);
      const said =
        missing.length === 0
          ? { words: BULK_MESSAGES.changed(tickets.length) }
          : {
              words: BULK_MESSAGES.partly(tickets.length, rows.length),
              detail: missingMessage(rows, missing),
            };
      toastUndoable(said, {
        id: "tickets-bulk",
        undo: () => undoChange(client, group_id),
        failed: CHANGE_MESSAGES.failedToUpdate,
      });
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

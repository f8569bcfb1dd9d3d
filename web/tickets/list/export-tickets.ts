import { useMutation } from "@tanstack/react-query";
import { api } from "#web/lib/api/api-client.ts";
import { countText } from "#web/lib/format.ts";
import { saveCsv } from "#web/lib/save-csv.ts";
import { toastErrorBelow } from "#web/ui/feedback/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { queryOf } from "../data.ts";
import { BULK_MESSAGES } from "../messages.ts";
import type { ListSearch } from "../list-search-params.ts";

const TOAST = "tickets-export";

/** Downloads every ticket of the filtered list, in its order; one toast shows the progress. */
export function useExportTickets() {
  return useMutation({
    mutationFn: exportTickets,
    onMutate: () => toast.loading(BULK_MESSAGES.exporting, { id: TOAST }),
    onSuccess: (rows) => toast.success(BULK_MESSAGES.exported(countText(rows)), { id: TOAST }),
    onError: (error) => {
      toast.dismiss(TOAST);
      toastErrorBelow(BULK_MESSAGES.exportFailed, error);
    },
  });
}

/** Fetches the filtered list as CSV, hands it to the browser as a file, and gives the number of its tickets. */
async function exportTickets(search: ListSearch): Promise<number> {
  const text = await api("GET /tickets/export", { query: queryOf(search) });
  saveCsv("tickets", text);
  return Math.max(0, countRecords(text) - 1);
}

/** Lines of CSV; those within quotes belong to the record they stand in. */
function countRecords(text: string): number {
  const outside = text.replaceAll(/"[^"]*"/g, "");
  return outside.split("\n").filter((line) => line.trim() !== "").length;
}

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { countText } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { exportTickets } from "./export-tickets.ts";
import type { ListSearch } from "../list-search-params.ts";
import { BULK_MESSAGES } from "../messages.ts";

const TOAST = "tickets-export";

/** Downloads every ticket of the filtered list, in its order. */
export function ExportButton({ search, total }: { search: ListSearch; total: number | undefined }) {
  const download = useMutation({
    mutationFn: () => exportTickets(search),
    onMutate: () => {
      toast.loading(BULK_MESSAGES.exporting, { id: TOAST });
    },
    onSuccess: (rows) => {
      toast.success(BULK_MESSAGES.exported(countText(rows)), { id: TOAST });
    },
    onError: (error) => {
      toast.dismiss(TOAST);
      const why = failureMessage(error);
      if (why !== null) toast.error(BULK_MESSAGES.exportFailed, { detail: why });
    },
  });
  return (
    <Button
      look="ghost"
      className="export-button"
      icon={<Download className="icon" />}
      disabled={download.isPending || total === 0}
      onClick={() => download.mutate()}
    >
      {BULK_MESSAGES.exportCsv}
    </Button>
  );
}

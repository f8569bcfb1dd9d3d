import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { failureWords } from "../lib/api-error.ts";
import { countText } from "../lib/format.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.tsx";
import { exportTickets } from "./export.ts";
import type { ListSearch } from "./list-search.ts";
import { BULK_WORDS } from "./words.ts";

const TOAST = "tickets-export";

/** Downloads every ticket of the filtered list, in its order. */
export function ExportButton({ search, total }: { search: ListSearch; total: number | undefined }) {
  const download = useMutation({
    mutationFn: () => exportTickets(search),
    onMutate: () => {
      toast.loading(BULK_WORDS.exporting, { id: TOAST });
    },
    onSuccess: (rows) => {
      toast.success(BULK_WORDS.exported(countText(rows)), { id: TOAST });
    },
    onError: (error) => {
      toast.dismiss(TOAST);
      const why = failureWords(error);
      if (why !== null) toast.error(BULK_WORDS.exportFailed, { detail: why });
    },
  });
  return (
    <Button
      look="ghost"
      className="export-button"
      icon={<Download className="i" />}
      disabled={download.isPending || total === 0}
      onClick={() => download.mutate()}
    >
      {BULK_WORDS.exportCsv}
    </Button>
  );
}

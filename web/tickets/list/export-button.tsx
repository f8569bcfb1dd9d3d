import { Download } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { useExportTickets } from "./export-tickets.ts";
import type { ListSearch } from "../list-search-params.ts";
import { BULK_MESSAGES } from "../messages.ts";

/** Downloads every ticket of the filtered list, in its order. */
export function ExportButton({ search, total }: { search: ListSearch; total: number | undefined }) {
  const download = useExportTickets();
  return (
    <Button
      look="ghost"
      className="export-button"
      icon={<Download className="icon" />}
      disabled={download.isPending || total === 0}
      onClick={() => download.mutate(search)}
    >
      {BULK_MESSAGES.exportCsv}
    </Button>
  );
}

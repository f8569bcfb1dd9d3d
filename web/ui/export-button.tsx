import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { countText } from "#web/lib/format.ts";
import { saveCsv } from "#web/lib/save-csv.ts";
import { Button } from "./button.tsx";
import { toastErrorBelow } from "./feedback/toast-error.ts";
import { toast } from "./feedback/toast.tsx";
import { UI_MESSAGES } from "./messages.ts";

type Props = {
  /** The name of the file, before the day. */
  name: string;
  /** Fetches everything that the list holds as CSV. */
  fetchCsv: (signal: AbortSignal) => Promise<string>;
  words?: { exporting: string; exported: (rows: string) => string; failed: string };
  disabled?: boolean;
};

/** Downloads a whole list as it is filtered and ordered; one toast shows the progress, and can cancel it. */
export function ExportButton({ name, fetchCsv, words = UI_MESSAGES.export, disabled }: Props) {
  const id = `${name}-export`;
  const download = useMutation({
    mutationFn: async ({ signal }: AbortController) => {
      const text = await fetchCsv(signal);
      saveCsv(name, text);
      return Math.max(0, countRecords(text) - 1);
    },
    onMutate: (cancelling) =>
      toast.loading(words.exporting, {
        id,
        action: { label: UI_MESSAGES.cancel, onClick: () => cancelling.abort() },
      }),
    onSuccess: (rows) => toast.success(words.exported(countText(rows)), { id }),
    onError: (error) => {
      toast.dismiss(id);
      toastErrorBelow(words.failed, error);
    },
  });
  return (
    <Button
      look="ghost"
      className="export-button"
      icon={<Download className="icon" />}
      aria-label={UI_MESSAGES.exportCsv}
      disabled={disabled}
      busy={download.isPending}
      onClick={() => download.mutate(new AbortController())}
    >
      <span className="button-label">{UI_MESSAGES.exportCsv}</span>
    </Button>
  );
}

/** Lines of CSV; those within quotes belong to the record they stand in. */
function countRecords(text: string): number {
  const outside = text.replaceAll(/"[^"]*"/g, "");
  return outside.split("\n").filter((line) => line.trim() !== "").length;
}

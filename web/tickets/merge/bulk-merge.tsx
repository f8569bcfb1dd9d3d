import { MergeIcon } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import type { TicketRow } from "../data.ts";
import { MergeOpener } from "./merge-opener.tsx";
import { MERGE_MESSAGES as MESSAGES } from "./messages.ts";

type Props = { rows: readonly TicketRow[]; isFirst: boolean; onMerged: () => void };

/** Merges the selected tickets; the oldest stays unless another one is chosen. */
export function BulkMerge({ rows, isFirst, onMerged }: Props) {
  const isEnabled = rows.length > 1;
  const byAge = rows.toSorted((one, other) => one.created.localeCompare(other.created));
  return (
    <MergeOpener
      tickets={byAge}
      isFirst={isFirst}
      isEnabled={isEnabled}
      onMerged={onMerged}
      renderButton={({ onClick, fetch }) => (
        <Button
          look="ghost"
          icon={<MergeIcon className="icon" />}
          keys={["M"]}
          disabled={!isEnabled}
          onPointerEnter={fetch}
          onFocus={fetch}
          onClick={onClick}
        >
          {MESSAGES.merge}
        </Button>
      )}
    />
  );
}

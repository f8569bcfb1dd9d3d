import { AlarmClock } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import type { TicketRow } from "../data.ts";
import { FollowUpOpener } from "./follow-up-opener.tsx";
import { FOLLOW_UP_MESSAGES } from "./messages.ts";

/** One date for all selected tickets. */
export function BulkFollowUp({ rows, isFirst }: { rows: readonly TicketRow[]; isFirst: boolean }) {
  return (
    <FollowUpOpener
      ids={rows.map(({ id }) => id)}
      at={null}
      hasAny={rows.some((row) => Boolean(row.follow_up_at ?? row.follow_up_due_at))}
      holds
      firm={false}
      before={null}
      isFirst={isFirst}
      renderButton={(opener) => (
        <Button look="ghost" icon={<AlarmClock className="icon" />} keys={["H"]} {...opener}>
          {FOLLOW_UP_MESSAGES.title}
        </Button>
      )}
    />
  );
}

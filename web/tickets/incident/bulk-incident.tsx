import { Megaphone } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import type { TicketRow } from "../data.ts";
import { IncidentOpener } from "./incident-opener.tsx";
import { INCIDENT_OPENER_MESSAGES as MESSAGES } from "./opener-messages.ts";

/** Makes the selected tickets those of an incident. */
export function BulkIncident({ rows, onLinked }: { rows: readonly TicketRow[]; onLinked: () => void }) {
  return (
    <IncidentOpener
      tickets={rows}
      isEnabled
      onLinked={onLinked}
      renderButton={({ onClick, fetch }) => (
        <Button
          look="ghost"
          icon={<Megaphone className="icon" />}
          onPointerEnter={fetch}
          onFocus={fetch}
          onClick={onClick}
        >
          {MESSAGES.linkSelected}
        </Button>
      )}
    />
  );
}

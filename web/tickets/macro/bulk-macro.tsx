import { Zap } from "lucide-react";
import { useState } from "react";
import { useHotkey } from "#web/lib/browser/hotkeys.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { useLateWindow } from "#web/lib/loading/use-late-window.ts";
import type { Reply } from "#web/replies/data.ts";
import { REPLY_MESSAGES } from "#web/replies/messages.ts";
import { Button } from "#web/ui/button.tsx";
import type { TicketRow } from "../data.ts";

const macroWindow = lazyPart(
  () => import("./late-parts.tsx"),
  ({ MacroWindow }) => MacroWindow,
);
const macroDialog = lazyPart(
  () => import("./late-parts.tsx"),
  ({ MacroDialog }) => MacroDialog,
);

/** A saved reply for all selected tickets: chosen from a list, looked at for each of them, then applied. */
export function BulkMacro({ rows, isFirst }: { rows: readonly TicketRow[]; isFirst: boolean }) {
  const { opener, toggle, shown } = useLateWindow(macroWindow, isFirst);
  const [chosen, choose] = useState<Reply | null>(null);
  useHotkey(";", toggle);
  return (
    <>
      <Button look="ghost" icon={<Zap className="icon" />} keys={[";"]} {...opener}>
        {REPLY_MESSAGES.applyMacro}
      </Button>
      {shown && (
        <macroWindow.Part
          {...shown}
          onChoose={(reply) => {
            shown.onClose();
            choose(reply);
          }}
        />
      )}
      {chosen && <macroDialog.Part reply={chosen} rows={rows} onClose={() => choose(null)} />}
    </>
  );
}

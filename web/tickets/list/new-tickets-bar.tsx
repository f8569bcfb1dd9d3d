import { ArrowUp } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { LIST_MESSAGES } from "../messages.ts";

/** Tickets that came while the list was held still; a click shows them. */
export function NewTicketsBar({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className="new-tickets-bar" role="status">
      {count > 0 && (
        <Button look="primary" size="small" icon={<ArrowUp className="icon" />} onClick={onShow}>
          {LIST_MESSAGES.newAbove(count)}
        </Button>
      )}
    </div>
  );
}

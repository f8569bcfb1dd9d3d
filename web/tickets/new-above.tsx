import { ArrowUp } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { LIST_WORDS } from "./words.ts";

/** Tickets that came while the list was held still; a click shows them. */
export function NewAbove({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className="new-above" role="status">
      {count > 0 && (
        <Button look="primary" size="sm" icon={<ArrowUp className="i" />} onClick={onShow}>
          {LIST_WORDS.newAbove(count)}
        </Button>
      )}
    </div>
  );
}

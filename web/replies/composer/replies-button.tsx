import { MessageSquareQuote } from "lucide-react";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { REPLY_MESSAGES } from "../messages.ts";

type Props = { isOpen: boolean; onOpen: () => void; onIntent: () => void };

/** Opens the saved replies at the caret; the box keeps the focus. */
export function RepliesButton({ isOpen, onOpen, onIntent }: Props) {
  return (
    <IconButton
      label={REPLY_MESSAGES.title}
      aria-expanded={isOpen}
      aria-keyshortcuts=";"
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
    >
      <MessageSquareQuote className="icon" />
    </IconButton>
  );
}

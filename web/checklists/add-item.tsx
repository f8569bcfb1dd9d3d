import { useEffect, useRef, useState } from "react";
import { LIMITS } from "#contract/limits.ts";
import { Input } from "#web/ui/form/input.tsx";
import { CHECKLIST_CARD_MESSAGES as MESSAGES } from "./card-messages.ts";
import { useAddItem } from "./data.ts";

type Props = { ticketId: string; onClose: () => void };

/** A line for one item after the other: Enter and leaving add, Escape and leaving it empty close. */
export function AddItem({ ticketId, onClose }: Props) {
  const adding = useAddItem(ticketId);
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const isLeft = useRef(false);
  useEffect(() => input.current?.focus(), []);
  function add() {
    const trimmed = text.trim();
    if (trimmed === "") return;
    setText("");
    adding.mutateAsync(trimmed).then(
      () => isLeft.current && input.current?.value === "" && onClose(),
      // What could not be added is there again, to be tried once more, before what was typed meanwhile.
      () => setText((typed) => [trimmed, typed].filter(Boolean).join(" ")),
    );
  }
  return (
    <Input
      ref={input}
      className="checklist-input"
      aria-label={MESSAGES.add}
      placeholder={MESSAGES.addPlaceholder}
      maxLength={LIMITS.checklistItem}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.nativeEvent.isComposing) {
          event.preventDefault();
          add();
        }
        if (event.key === "Escape") onClose();
      }}
      onFocus={() => (isLeft.current = false)}
      onBlur={() => {
        isLeft.current = true;
        if (text.trim() === "" && !adding.isPending) onClose();
        else add();
      }}
    />
  );
}

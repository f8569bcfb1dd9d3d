import { useSingleKeys } from "#web/lib/browser/single-key-shortcuts.ts";
import { KeyCaps } from "#web/ui/key-caps.tsx";
import { INCOMING_MESSAGES } from "./messages.ts";

/** The keys of the page, below it; those of a mail stand on its buttons. */
export function KeyHints() {
  const [areOn] = useSingleKeys();
  const { keys } = INCOMING_MESSAGES;
  if (!areOn) return null;
  return (
    <p className="flex-row subtle text-tiny desktop-only key-hints" aria-hidden="true">
      <Hint caps={["J", "K"]} words={keys.move} />
      <Hint caps={["↵"]} words={keys.read} />
      <Hint caps={["X"]} words={keys.select} />
      <Hint caps={["U"]} words={keys.undo} />
    </p>
  );
}

function Hint({ caps, words }: { caps: string[]; words: string }) {
  return (
    <span className="flex-row">
      <KeyCaps keys={caps} /> {words}
    </span>
  );
}

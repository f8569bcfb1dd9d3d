import { LIST_MESSAGES } from "../messages.ts";

/** Why the list shows words that do not begin as they were typed; nothing where they do. */
export function InfixNotice({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <p className="hint" role="status">
      {LIST_MESSAGES.foundInside(words)}
    </p>
  );
}

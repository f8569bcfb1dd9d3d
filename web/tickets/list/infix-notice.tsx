import { LIST_MESSAGES } from "../messages.ts";

/** Explains hits that contain the search inside a word; nothing if there are none. */
export function InfixNotice({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <p className="hint" role="status">
      {LIST_MESSAGES.foundInside(words)}
    </p>
  );
}

import { splitMatches } from "./match-text.ts";

/** A text with what the search found in it marked. */
export function HighlightedText({ text, term }: { text: string; term: string }) {
  return (
    <span className="truncate" title={text}>
      {splitMatches(text, term).map((piece) =>
        piece.isFound ? <mark key={piece.at}>{piece.text}</mark> : <span key={piece.at}>{piece.text}</span>,
      )}
    </span>
  );
}

import { pieces } from "./match.ts";

/** A text with what the search found in it marked. */
export function Marked({ text, term }: { text: string; term: string }) {
  return (
    <span className="truncate" title={text}>
      {pieces(text, term).map((piece) =>
        piece.isFound ? <mark key={piece.at}>{piece.text}</mark> : <span key={piece.at}>{piece.text}</span>,
      )}
    </span>
  );
}

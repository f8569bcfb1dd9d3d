/**
 * Two copies of one draft: the words in this box, and those on the server. What the box and the server had in common last
 * says which of them was gone on with; where both were, the person chooses.
 */
export type DraftWords = {
  text: string;
  isInternal: boolean;
  files: readonly string[];
  /** The saved reply in it and what that sets, as one text; absent where there is none, as in copies of earlier versions. */
  sets?: string | undefined;
};
export type ServerDraft = DraftWords & { version: number };
/** What both had last; null for a box that never met the server. */
export type Common = ServerDraft | null;

export type Step =
  /** Both say the same. */
  | "nothing"
  /** The words of the box go to the server. */
  | "save"
  /** The server's words come into the box. */
  | "adopt"
  /** The draft was sent or discarded elsewhere, and so the box empties. */
  | "empty"
  /** The box was emptied, and so the draft goes. */
  | "discard"
  /** Both were gone on with. */
  | "ask";

export function compareDrafts(box: DraftWords, server: ServerDraft | null, common: Common): Step {
  const isUntouched = common !== null && isSame(box, common);
  if (server === null) {
    if (isBlank(box)) return "nothing";
    return isUntouched ? "empty" : "save";
  }
  if (isSame(box, server)) return "nothing";
  const isKnown = common?.version === server.version;
  if (isKnown) return isBlank(box) ? "discard" : "save";
  if (isUntouched || isBlank(box)) return "adopt";
  return "ask";
}

export function isBlank({ text, files }: DraftWords): boolean {
  return text.trim() === "" && files.length === 0;
}

export function isSame(one: DraftWords, other: DraftWords): boolean {
  return (
    one.text === other.text &&
    one.isInternal === other.isInternal &&
    (one.sets ?? "") === (other.sets ?? "") &&
    one.files.toSorted().join() === other.files.toSorted().join()
  );
}

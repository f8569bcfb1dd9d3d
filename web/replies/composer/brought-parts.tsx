/* What a saved reply that stands in the box has need of; it comes with the first one. */
import { nextPlace } from "./step-through-places.ts";
import type { Blocks } from "./find-blocks.ts";
import "#web/styles/replies.css";

export { BroughtChips } from "./brought-chips.tsx";
export { BroughtNotes } from "./brought-notes.tsx";
export { findBlocks } from "./find-blocks.ts";
export { Marks } from "./marks.tsx";

/** Selects the next place, or the one before; false where there is none in that direction. */
export function selectNext(box: HTMLTextAreaElement, places: Blocks["places"], step: 1 | -1): boolean {
  const place = nextPlace(places, { start: box.selectionStart, end: box.selectionEnd }, step);
  if (!place) return false;
  box.focus();
  box.setSelectionRange(place.start, place.end);
  return true;
}

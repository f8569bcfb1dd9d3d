import type { MissingPlace } from "#contract/replies/render.ts";

type Selection = { start: number; end: number };

/**
 * The place that Tab leads to from a selection, or Shift Tab with -1; null where Tab leaves the box: at the last place in
 * its direction, so that the keyboard is never caught.
 */
export function nextPlace(
  places: readonly MissingPlace[],
  { start, end }: Selection,
  step: 1 | -1,
): MissingPlace | null {
  const isAtPlace = places.some((place) => place.start === start && place.end === end);
  const ahead =
    step === 1 ? places.find((place) => place.start >= end) : places.findLast((place) => place.end <= start);
  if (ahead || isAtPlace) return ahead ?? null;
  // From the end of the words Tab goes to the first place; Shift Tab before all of them leaves.
  return step === 1 ? (places[0] ?? null) : null;
}

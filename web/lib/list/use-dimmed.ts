import { useLateness } from "../use-lateness.ts";

/** Ms in which most lists have answered. */
const USUAL_MS = 150;

/**
 * Whether rows that belong to the search before are dimmed: once their successors let people wait. Those that come at once
 * would make the list flash, and the browser draw it twice.
 */
export function useDimmed(isOld: boolean): boolean {
  return useLateness(isOld, USUAL_MS);
}

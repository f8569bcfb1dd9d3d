import { type CSSProperties, useDeferredValue, useState } from "react";

/** Px of the lowest row. */
const LOWEST_ROW = 40;

type Rows = {
  count: number;
  /** What the rows are of, such as the filters in force: with another one they are drawn anew. */
  scope: string;
  /** The rows are still those of the scope before. */
  isOld?: boolean;
};

/**
 * How many of the rows to draw: those that a window shows first, and all as soon as these are painted. So a key or a click
 * is answered after the part of a long list that somebody can see.
 */
export function useDrawnRows({ count, scope, isOld }: Rows): number {
  const [drawn, setDrawn] = useState("");
  const now = isOld || count === 0 ? drawn : scope;
  if (now !== drawn) setDrawn(now);
  const painted = useDeferredValue(now, "");
  return painted === now ? count : Math.min(count, Math.ceil(window.innerHeight / LOWEST_ROW));
}

/** Keeps the place of rows that are not drawn yet, so that the page is as long as it will be. */
export function undrawnStyle(undrawn: number): CSSProperties {
  return undrawn > 0 ? { marginBottom: `calc(${undrawn} * var(--row))` } : {};
}

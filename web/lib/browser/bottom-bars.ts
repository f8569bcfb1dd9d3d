/** Between a bar and the toasts above it, in px; at the end of a page a bar stands up to 34 px above the window's edge. */
const GAP = 44;

/** The heights in px of the bars at the bottom of the window. Two may be there: mails are selected, and one is read. */
const heights = new Map<Element, number>();
let toasts: HTMLElement | null = null;

/** As the `ref` of such a bar: toasts stand above it, however many rows its words take in this window and language. */
export function liftToasts(bar: Element | null): (() => void) | undefined {
  if (!bar) return undefined;
  const sizes = new ResizeObserver(([size]) => {
    heights.set(bar, size?.borderBoxSize[0]?.blockSize ?? 0);
    placeToasts();
  });
  sizes.observe(bar);
  return () => {
    sizes.disconnect();
    heights.delete(bar);
    placeToasts();
  };
}

/** The element whose `--toast-bottom` says from now on how far the toasts in it stand from the window's edge. */
export function keepAboveBars(place: HTMLElement): void {
  toasts = place;
  placeToasts();
}

/** Not on the body: every element would inherit it, and be styled anew. */
function placeToasts(): void {
  const highest = Math.max(...heights.values());
  toasts?.style.setProperty("--toast-bottom", heights.size > 0 ? `${highest + GAP}px` : "");
}

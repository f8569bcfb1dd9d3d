/** A bar more than so many times as high as the next one would press all others flat. */
const DWARFS = 3;

/**
 * The count at which a bar is as high as the chart. Where one bar dwarfs the rest, the scale is cut a little above the
 * second: the dwarfing bar is drawn full and broken, with its true value printed. Never a logarithmic scale.
 */
export function brokenAxisScale(counts: readonly number[]): {
  top: number;
  isBroken: (count: number) => boolean;
} {
  const [most = 0, second = 0] = counts.toSorted((a, b) => b - a);
  if (second === 0 || most <= DWARFS * second) return { top: Math.max(most, 1), isBroken: () => false };
  const top = Math.ceil(1.25 * second);
  return { top, isBroken: (count) => count > top };
}

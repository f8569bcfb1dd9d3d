import { type ScaleLinear, scaleLinear } from "d3-scale";

/** At most this many lines across a chart. */
const MOST_TICKS = 5;

/** Days between the labels below the trend. */
const LABEL_EVERY = 7;

/** Below this width, in px, only first, middle and last day are named. */
const NARROW = 300;

/** A scale from 0 to a round number at or above `most`, with at most five whole ticks. */
export function countScale(most: number): { scale: ScaleLinear<number, number>; ticks: number[] } {
  for (let wanted = 4; wanted > 1; wanted -= 1) {
    const scale = scaleLinear()
      .domain([0, Math.max(most, 1)])
      .nice(wanted);
    const ticks = scale.ticks(wanted).filter((tick) => Number.isInteger(tick));
    if (ticks.length <= MOST_TICKS) return { scale, ticks };
  }
  const scale = scaleLinear().domain([0, Math.max(most, 1)]);
  return { scale, ticks: [0, most] };
}

/** The indices of the labelled days: the first, each seventh after it that is not too near the end, and the last. */
export function labelledDays(count: number, width: number): number[] {
  const last = count - 1;
  if (width < NARROW) return [0, Math.round(last / 2), last];
  const days = Array.from({ length: count }, (_, day) => day);
  return [...days.filter((day) => day % LABEL_EVERY === 0 && last - day > LABEL_EVERY / 2), last];
}

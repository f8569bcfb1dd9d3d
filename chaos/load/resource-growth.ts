/** One sample of a resource that should not grow: minutes since the start, and its size. */
export type Sample = { minute: number; value: number };

/** The growth by least squares: an hour, and from the first sample to the last in percent. */
export function growthOf(samples: Sample[]): { anHour: number; percent: number } {
  const n = samples.length;
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / Math.max(1, n);
  const [minute, value] = [mean((each) => each.minute), mean((each) => each.value)];
  const spread = mean((each) => (each.minute - minute) ** 2);
  if (spread === 0 || value === 0) return { anHour: 0, percent: 0 };
  const slope = mean((each) => (each.minute - minute) * (each.value - value)) / spread;
  const span = (samples.at(-1)?.minute ?? 0) - (samples[0]?.minute ?? 0);
  return { anHour: slope * 60, percent: ((slope * span) / value) * 100 };
}

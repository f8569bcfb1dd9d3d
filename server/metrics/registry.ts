/** Figures in the text form that Prometheus reads (exposition format 0.0.4). */
export type Labels = Record<string, string | number>;

type Kind = "counter" | "gauge" | "histogram";
type Sample = { name: string; labels: Labels; value: number };
export type Figure = { name: string; kind: Kind; help: string; samples: () => Sample[] };

/** Counts up for each combination of labels. */
export function makeCounter(name: string, help: string) {
  const values = new Map<string, { labels: Labels; value: number }>();
  const figure: Figure = {
    name,
    kind: "counter",
    help,
    samples: () => [...values.values()].map(({ labels, value }) => ({ name, labels, value })),
  };
  const add = (labels: Labels, by = 1) => {
    const key = JSON.stringify(labels);
    const held = values.get(key) ?? { labels, value: 0 };
    held.value += by;
    values.set(key, held);
  };
  return { figure, add };
}

/** Sorts observations into buckets, `bounds` being their upper ends. */
export function makeHistogram(name: string, help: string, bounds: number[]) {
  const series = new Map<string, { labels: Labels; counts: number[]; sum: number; n: number }>();
  const samplesOf = ({
    labels,
    counts,
    sum,
    n,
  }: {
    labels: Labels;
    counts: number[];
    sum: number;
    n: number;
  }) => [
    ...bounds.map((bound, index) => ({
      name: `${name}_bucket`,
      labels: { ...labels, le: bound },
      value: counts[index] ?? 0,
    })),
    { name: `${name}_bucket`, labels: { ...labels, le: "+Inf" }, value: n },
    { name: `${name}_sum`, labels, value: sum },
    { name: `${name}_count`, labels, value: n },
  ];
  const figure: Figure = {
    name,
    kind: "histogram",
    help,
    samples: () => [...series.values()].flatMap(samplesOf),
  };
  const observe = (labels: Labels, value: number) => {
    const key = JSON.stringify(labels);
    const held = series.get(key) ?? { labels, counts: bounds.map(() => 0), sum: 0, n: 0 };
    bounds.forEach((bound, index) => {
      if (value <= bound) held.counts[index] = (held.counts[index] ?? 0) + 1;
    });
    held.sum += value;
    held.n += 1;
    series.set(key, held);
  };
  return { figure, observe };
}

/** One value, asked for when somebody looks. */
export function gauge(name: string, help: string, value: number, labels: Labels = {}): Figure {
  return { name, kind: "gauge", help, samples: () => [{ name, labels, value }] };
}

export function render(figures: Figure[]): string {
  return figures
    .map(({ name, kind, help, samples }) =>
      [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...samples().map(line)].join("\n"),
    )
    .join("\n")
    .concat("\n");
}

function line({ name, labels, value }: Sample): string {
  const inside = Object.entries(labels).map(([label, text]) => `${label}="${escaped(String(text))}"`);
  return `${name}${inside.length > 0 ? `{${inside.join(",")}}` : ""} ${value}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

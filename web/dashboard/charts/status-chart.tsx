import { Link } from "@tanstack/react-router";
import { STATUSES } from "#contract/statuses.ts";
import { countText } from "#web/lib/format.ts";
import { cx } from "#web/ui/class-names.ts";
import { statusLabel } from "#web/ui/status-badge.tsx";
import { brokenAxisScale } from "./broken-axis-scale.ts";
import { CHART_HEIGHT, ChartFigure } from "./chart-figure.tsx";
import type { TicketMetrics } from "../data.ts";
import { useFirstChartAnimation } from "./first-chart-animation.ts";
import { useMarkNavigation } from "./use-mark-navigation.ts";
import { useElementWidth } from "./use-element-width.ts";
import { CHART_MESSAGES as W } from "../messages.ts";

const TOP = 28;
const LINES = 3;
const WIDEST_BAR = 32;
/** A bar's place below which "In Progress" goes on two lines, in px. */
const NARROW_PLACE = 52;
const LINE_HEIGHT = 14;
/** Px of a letter of a label, on the average. */
const LETTER = 5.6;

type Props = { counts: TicketMetrics["by_status"] };

/** The number of tickets of each status; each bar links to its tickets. */
export function StatusChart({ counts }: Props) {
  const [frame, width] = useElementWidth<HTMLElement>();
  const marks = useMarkNavigation(counts.length);
  const isFirst = useFirstChartAnimation("status");
  const scale = brokenAxisScale(counts.map(({ count }) => count));
  const place = width / counts.length;
  const isNarrow = place < NARROW_PLACE;
  const base = CHART_HEIGHT - 22 - (isNarrow ? LINE_HEIGHT : 0);
  const heightOf = (count: number) => Math.min(count / scale.top, 1) * (base - TOP);
  const middle = (index: number) => (index + 0.5) * place;
  const shown = marks.active === null ? undefined : counts[marks.active];
  const label = `${W.statusSummary}: ${counts.map(({ status, count }) => W.marked(statusLabel(status), countText(count))).join(", ")}`;
  return (
    <ChartFigure
      label={label}
      frame={frame}
      width={width}
      tooltip={
        shown && marks.active !== null
          ? {
              x: middle(marks.active),
              y: base - heightOf(shown.count) / 2,
              title: "",
              name: statusLabel(shown.status),
              count: shown.count,
              color: `var(--status-${shown.status.replace("_", "-")})`,
            }
          : null
      }
      table={{
        head: [W.status, W.tickets],
        rows: counts.map(({ status, count }) => [statusLabel(status), count]),
      }}
    >
      <svg role="group" width={width} height={CHART_HEIGHT}>
        {Array.from({ length: LINES + 1 }, (_, index) => TOP + (index * (base - TOP)) / LINES).map((y) => (
          <line key={y} className="gridline" x1="0" x2={width} y1={y} y2={y} aria-hidden="true" />
        ))}
        {counts.map(({ status, count }, index) => (
          <Link
            key={status}
            to="/tickets"
            search={{ status: STATUSES.find((known) => known === status) }}
            className={cx("chart-mark", `status-${status}`)}
            onPointerEnter={() => marks.point(index)}
            onPointerLeave={() => marks.point(null)}
            {...marks.markProps(index, W.marked(statusLabel(status), countText(count)))}
          >
            <rect
              className="hit-area"
              x={middle(index) - place / 2}
              y="0"
              width={place}
              height={CHART_HEIGHT}
            />
            <Bar
              x={middle(index)}
              base={base}
              width={Math.min(WIDEST_BAR, place * 0.6)}
              height={heightOf(count)}
              isBroken={scale.isBroken(count)}
              isFirst={isFirst}
            />
          </Link>
        ))}
        {counts.map(({ status, count }, index) => (
          <g key={status} aria-hidden="true">
            <text className="bar-value" x={middle(index)} y={base - heightOf(count) - 9} textAnchor="middle">
              {countText(count)}
            </text>
            <Label
              {...labelLines(statusLabel(status), middle(index), isNarrow ? place : null, width)}
              y={base + 17}
            />
          </g>
        ))}
      </svg>
    </ChartFigure>
  );
}

type BarProps = {
  x: number;
  base: number;
  width: number;
  height: number;
  isBroken: boolean;
  isFirst: boolean;
};

function Bar({ x, base, width, height, isBroken, isFirst }: BarProps) {
  if (height <= 0) return null;
  const r = Math.min(4, height);
  const top = base - height;
  const [left, right] = [x - width / 2, x + width / 2];
  const outline = `M${left} ${base}V${top + r}q0 ${-r} ${r} ${-r}H${right - r}q${r} 0 ${r} ${r}V${base}z`;
  const tooth = (width + 6) / 4;
  const zigzag = `M${left - 3} ${top + 26}l${tooth} -6 ${tooth} 6 ${tooth} -6 ${tooth} 6`;
  return (
    <g className={isFirst ? "first-rise" : undefined}>
      <path className="chart-bar" d={outline} />
      {isBroken && <path className="chart-break" d={zigzag} />}
    </g>
  );
}

/**
 * In a narrow place every word has its own line. A long word that is alone goes on the second one, where it meets no
 * neighbour, and stays within the chart.
 */
function labelLines(label: string, x: number, place: number | null, width: number) {
  if (place === null) return { lines: [label], x };
  const lines = label.split(" ");
  const length = label.length * LETTER;
  if (lines.length > 1 || length <= place) return { lines, x };
  return { lines: ["", label], x: Math.min(Math.max(x, length / 2), width - length / 2) };
}

function Label({ lines, x, y }: { lines: string[]; x: number; y: number }) {
  return (
    <text x={x} y={y} textAnchor="middle">
      {lines.map((line, index) => (
        <tspan key={line} x={x} dy={index * LINE_HEIGHT}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

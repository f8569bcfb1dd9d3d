import { Link } from "@tanstack/react-router";
import { PRIORITIES } from "#contract/statuses.ts";
import { countText } from "#web/lib/format.ts";
import { cx } from "#web/ui/class-names.ts";
import { priorityLabel } from "#web/ui/priority-badge.tsx";
import { CHART_HEIGHT, ChartFigure } from "./chart-figure.tsx";
import type { TicketMetrics } from "../data.ts";
import { useFirstChartAnimation } from "./first-chart-animation.ts";
import { useMarkNavigation } from "./use-mark-navigation.ts";
import { useElementWidth } from "./use-element-width.ts";
import { CHART_MESSAGES as W } from "../messages.ts";

/** The drawing's own units: a square of 140, arcs from the outermost radius inwards. */
const BOX = 140;
const OUTERMOST = 62;
const STEP = 11;
/** The share of the full turn that an arc may take, and the share of that for the largest. */
const SWEEP = 0.75;
const LARGEST = 0.92;
const LARGEST_BOX = 150;
/** Px that the legend needs beside the drawing: at least, without its words and numbers, and for each letter of them. */
const LEGEND = { least: 116, bare: 40, letter: 7 };

type Props = { counts: TicketMetrics["by_priority"] };

/** The number of tickets of each priority, as concentric arcs. A zero is drawn as 1, but labelled 0 (rule 230). */
export function PriorityChart({ counts }: Props) {
  const [frame, width] = useElementWidth<HTMLElement>();
  const marks = useMarkNavigation(counts.length);
  const isFirst = useFirstChartAnimation("priority");
  const most = Math.max(...counts.map(({ count }) => count), 1);
  const size = Math.max(Math.min(LARGEST_BOX, width - legendWidth(counts)), 80);
  const shown = marks.active === null ? undefined : counts[marks.active];
  const label = `${W.prioritySummary}: ${counts.map(({ priority, count }) => W.marked(priorityLabel(priority), countText(count))).join(", ")}`;
  return (
    <ChartFigure
      label={label}
      frame={frame}
      width={width}
      className="radial"
      tooltip={
        shown && marks.active !== null
          ? {
              // Every arc begins at twelve o'clock.
              x: size / 2,
              y: (CHART_HEIGHT - size) / 2 + ((BOX / 2 - radiusOf(marks.active)) * size) / BOX,
              title: "",
              name: priorityLabel(shown.priority),
              count: shown.count,
              color: `var(--priority-${shown.priority})`,
            }
          : null
      }
      table={{
        head: [W.priority, W.tickets],
        rows: counts.map(({ priority, count }) => [priorityLabel(priority), count]),
      }}
    >
      <svg role="group" viewBox={`0 0 ${BOX} ${BOX}`} width={size} height={size}>
        {counts.map(({ priority, count }, index) => (
          <Link
            key={priority}
            to="/tickets"
            search={{ priority: PRIORITIES.find((known) => known === priority) }}
            className={cx("chart-mark", `arc-${priority}`)}
            onPointerEnter={() => marks.point(index)}
            onPointerLeave={() => marks.point(null)}
            {...marks.markProps(index, W.marked(priorityLabel(priority), countText(count)))}
          >
            <Arc className="track" radius={radiusOf(index)} part={1} />
            <Arc
              className={cx("chart-arc", isFirst && "first-turn")}
              radius={radiusOf(index)}
              part={(Math.max(count, 1) / most) * LARGEST}
            />
          </Link>
        ))}
      </svg>
      <ul className="legend grow" aria-hidden="true">
        {counts.map(({ priority, count }) => (
          <li key={priority}>
            <i className="legend-key" style={{ background: `var(--priority-${priority})` }} />
            <span className="muted">{priorityLabel(priority)}</span>
            <b>{countText(count)}</b>
          </li>
        ))}
      </ul>
    </ChartFigure>
  );
}

function legendWidth(counts: TicketMetrics["by_priority"]): number {
  const letters = counts.map(
    ({ priority, count }) => priorityLabel(priority).length + countText(count).length,
  );
  return Math.max(LEGEND.least, LEGEND.bare + LEGEND.letter * Math.max(...letters));
}

function radiusOf(index: number): number {
  return OUTERMOST - index * STEP;
}

/** Clockwise from twelve o'clock; `part` of the three quarters that an arc may take. */
function Arc({ className, radius, part }: { className: string; radius: number; part: number }) {
  const around = 2 * Math.PI * radius;
  return (
    <circle
      className={className}
      cx={BOX / 2}
      cy={BOX / 2}
      r={radius}
      transform={`rotate(-90 ${BOX / 2} ${BOX / 2})`}
      strokeDasharray={`${around * SWEEP * part} ${around}`}
    />
  );
}

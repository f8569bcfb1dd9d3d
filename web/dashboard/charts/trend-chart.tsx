import { area, curveMonotoneX, line } from "d3-shape";
import { type PointerEvent, useId } from "react";
import { countText } from "#web/lib/format.ts";
import { cx } from "#web/ui/class-names.ts";
import { CHART_HEIGHT, ChartFigure } from "./chart-figure.tsx";
import type { Day } from "../data.ts";
import { dayText, fullDayText } from "./day-text.ts";
import { useFirstChartAnimation } from "./first-chart-animation.ts";
import { countScale, labelledDays } from "./trend-scale.ts";
import { useMarkNavigation } from "./use-mark-navigation.ts";
import { useElementWidth } from "./use-element-width.ts";
import { CHART_MESSAGES as W } from "../messages.ts";

const TOP = 6;
const BASE = CHART_HEIGHT - 22;
const RIGHT = 6;

/** Tickets created a day, as an area over the last 30 days. */
export function TrendChart({ trend }: { trend: readonly Day[] }) {
  const [frame, width] = useElementWidth<HTMLElement>();
  const last = trend.length - 1;
  const marks = useMarkNavigation(trend.length, last);
  const counts = trend.map((day) => day.created);
  const { scale, ticks } = countScale(Math.max(...counts));
  const left = 14 + 6 * countText(ticks.at(-1) ?? 0).length;
  const x = (day: number) => left + (day * (width - RIGHT - left)) / Math.max(last, 1);
  const y = scale.range([BASE, TOP]);
  const shown = marks.active === null ? undefined : trend[marks.active];

  function onPointerMove(event: PointerEvent<SVGSVGElement>) {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const day = Math.round(((at - left) / (width - RIGHT - left)) * last);
    marks.point(Math.min(Math.max(day, 0), last));
  }
  return (
    <ChartFigure
      label={W.trendSummary(countText(Math.min(...counts)), countText(Math.max(...counts)))}
      frame={frame}
      width={width}
      tooltip={
        shown && marks.active !== null
          ? {
              x: x(marks.active),
              y: y(shown.created),
              title: fullDayText(shown.date),
              name: W.created,
              count: shown.created,
              color: "var(--chart-area)",
            }
          : null
      }
      table={{ head: [W.date, W.created], rows: trend.map((day) => [fullDayText(day.date), day.created]) }}
    >
      <svg
        role="group"
        width={width}
        height={CHART_HEIGHT}
        onPointerMove={onPointerMove}
        onPointerLeave={() => marks.point(null)}
      >
        {ticks.map((tick) => (
          <g key={tick} aria-hidden="true">
            <line className="gridline" x1={left} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
            <text x={left - 8} y={y(tick) + 4} textAnchor="end">
              {countText(tick)}
            </text>
          </g>
        ))}
        <Series points={trend.map((day, index) => [x(index), y(day.created)])} />
        {labelledDays(trend.length, width).map((day, index, days) => (
          <text
            key={day}
            x={x(day)}
            y={CHART_HEIGHT - 4}
            textAnchor={index === 0 ? "start" : index === days.length - 1 ? "end" : "middle"}
            aria-hidden="true"
          >
            {dayText(trend[day]?.date ?? "")}
          </text>
        ))}
        {shown && marks.active !== null && (
          <line className="guide" x1={x(marks.active)} x2={x(marks.active)} y1={TOP} y2={BASE} />
        )}
        {trend.map((day, index) => (
          <circle
            key={day.date}
            className={cx("point", index === marks.active && "is-active")}
            role="img"
            cx={x(index)}
            cy={y(day.created)}
            r="4.5"
            {...marks.markProps(index, W.createdOn(fullDayText(day.date), countText(day.created)))}
          />
        ))}
      </svg>
    </ChartFigure>
  );
}

function Series({ points }: { points: [number, number][] }) {
  const fill = useId();
  const isFirst = useFirstChartAnimation("trend");
  const curve = line().curve(curveMonotoneX);
  const below = area().y0(BASE).curve(curveMonotoneX);
  return (
    <g className={isFirst ? "first-sweep" : undefined} aria-hidden="true">
      <linearGradient id={fill} x1="0" x2="0" y1="0" y2="1">
        <stop className="area-top" offset="0" />
        <stop className="area-bottom" offset="1" />
      </linearGradient>
      <path className="area" d={below(points) ?? ""} fill={`url(#${fill})`} />
      <path className="series" d={curve(points) ?? ""} />
    </g>
  );
}

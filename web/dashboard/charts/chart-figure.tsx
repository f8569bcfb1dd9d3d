import type { ReactNode, RefObject } from "react";
import { countText } from "#web/lib/format.ts";

/** The height of every chart, in px. */
export const CHART_HEIGHT = 188;

export type Tooltip = { x: number; y: number; title: string; name: string; count: number; color: string };

type Props = {
  label: string;
  frame: RefObject<HTMLElement | null>;
  /** Inner width in px. */
  width: number;
  tooltip: Tooltip | null;
  /** The same figures for those who do not see the drawing. */
  table: { head: readonly [string, string]; rows: readonly (readonly [string, number])[] };
  className?: string;
  children: ReactNode;
};

/** A chart: its drawing, the tooltip of the active mark, and its figures as a table out of sight. */
export function ChartFigure({ label, frame, width, tooltip, table, className, children }: Props) {
  return (
    <figure className="chart" ref={frame} aria-label={label}>
      <div className={className}>{width > 0 && children}</div>
      {tooltip && <ChartTip {...tooltip} width={width} />}
      {/* A table of its own takes no size from outside; the box around it does. */}
      <div className="visually-hidden">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              {table.head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(([name, count]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{countText(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** Stands beside the mark on the side with enough space. Hidden from screen readers: the mark has the text as its label. */
function ChartTip({ x, y, title, name, count, color, width }: Tooltip & { width: number }) {
  const isLeft = x > width / 2;
  return (
    <div
      className="tooltip chart-tooltip"
      aria-hidden="true"
      style={{ left: x, top: y, translate: isLeft ? "calc(-100% - 12px) -50%" : "12px -50%" }}
    >
      {title && <span className="subtle">{title}</span>}
      <span className="flex-row">
        <i className="legend-key" style={{ background: color }} />
        {name} <b className="numeric">{countText(count)}</b>
      </span>
    </div>
  );
}

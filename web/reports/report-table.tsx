import { countText } from "#web/lib/format.ts";
import { undrawnStyle, useDrawnRows } from "#web/lib/list/use-drawn-rows.ts";
import { monthText } from "#web/sla/figures/month-text.ts";
import { shareText } from "#web/sla/figures/share-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { cx } from "#web/ui/class-names.ts";
import { PriorityBadge } from "#web/ui/priority-badge.tsx";
import { SortHead } from "#web/ui/table/sort-head.tsx";
import type { Report, ReportRow } from "./data.ts";
import { REPORT_MESSAGES as MESSAGES } from "./messages.ts";
import { orderOf, type ReportSort, sortAfter, sortRows } from "./sort-rows.ts";

/** Below it a share is shown as one to look at. */
const POOR = 0.85;

type Props = {
  report: Report;
  /** What was asked for, as a text; `isOld` while the rows are still those of the question before. */
  asked: string;
  isOld: boolean;
  /** Of the rows. */
  by: "company" | "priority";
  /** The present month, YYYY-MM. */
  now: string;
  open: { row?: string; month?: string };
  onOpen: (figure: { row: string; month: string }) => void;
  sort: ReportSort | undefined;
  onSort: (sort: ReportSort | undefined) => void;
};

/** Rows by months, each figure a share and how many it is of; a click lists what it counted. */
export function ReportTable({ report, asked, isOld, by, now, open, onOpen, sort, onSort }: Props) {
  const { rows, meta } = report;
  const drawn = useDrawnRows({ count: rows.length, scope: `${asked} ${sort ?? ""}`, isOld });
  return (
    <div className="table-frame">
      {/* The sheet lays rows out as a grid on phones, which takes the roles from a table. */}
      <table
        className="report-table"
        role="table"
        aria-label={MESSAGES.serviceLevels}
        style={undrawnStyle(rows.length - drawn)}
      >
        <thead role="rowgroup">
          <tr role="row">
            <SortHead order={orderOf(sort, "name")} onSort={() => onSort(sortAfter(sort, "name"))}>
              {MESSAGES[by]}
            </SortHead>
            {meta.months.map((month) => (
              <SortHead
                key={month}
                order={orderOf(sort, month)}
                onSort={() => onSort(sortAfter(sort, month))}
              >
                {month === now ? MESSAGES.soFar(monthText(month, now)) : monthText(month, now)}
              </SortHead>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {sortRows(rows, sort)
            .slice(0, drawn)
            .map((row) => (
              <tr key={row.key} role="row" className={cx(open.row === row.key && "is-selected")}>
                <th role="rowheader" scope="row" className="strong">
                  {by === "priority" ? (
                    <PriorityBadge priority={row.key} />
                  ) : (
                    <span className="flex-row">
                      <Avatar name={row.label} size="small" square />
                      <span className="truncate">{row.label}</span>
                    </span>
                  )}
                </th>
                {row.months.map((figures) => (
                  <td key={figures.month} role="cell">
                    <span className="phone-name" aria-hidden="true">
                      {monthText(figures.month, now)}
                    </span>
                    <Figure
                      label={row.label}
                      figures={figures}
                      now={now}
                      isOpen={open.row === row.key && open.month === figures.month}
                      onOpen={() => onOpen({ row: row.key, month: figures.month })}
                    />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

type FigureProps = {
  label: string;
  figures: ReportRow["months"][number];
  now: string;
  isOpen: boolean;
  onOpen: () => void;
};

function Figure({ label, figures, now, isOpen, onOpen }: FigureProps) {
  const { met, missed, judged_again: again, month } = figures;
  const share = shareText(figures);
  if (share === null) return <span className="subtle">{MESSAGES.none}</span>;
  const part = met / (met + missed);
  return (
    <span className="flex-row report-figure">
      <button
        type="button"
        className={cx("share-button", part < POOR && "is-poor")}
        aria-label={MESSAGES.openCell(label, monthText(month, now), share)}
        aria-expanded={isOpen}
        onClick={onOpen}
      >
        <i aria-hidden="true">
          <i style={{ width: `${part * 100}%` }} />
        </i>
        <span>{share}</span>
      </button>
      <span className="subtle text-tiny">{MESSAGES.of(countText(met + missed))}</span>
      {again > 0 && <Badge>{MESSAGES.judgedAgain(again)}</Badge>}
    </span>
  );
}

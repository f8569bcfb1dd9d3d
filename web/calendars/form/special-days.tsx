import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useCurrentTime } from "#web/lib/current-time.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import type { CalendarDraft } from "../data.ts";
import { CALENDAR_FORM_MESSAGES as MESSAGES } from "../messages.ts";
import { dateText, todayIn } from "#web/lib/calendar-dates.ts";
import { writeHours } from "./hours-text.ts";

type Day = CalendarDraft["days"][number];
type Props = {
  days: readonly Day[];
  zone: string;
  /** Of the newest version: what is not among them is new. */
  saved?: readonly Day[];
  error?: string;
  /** Absent: they are to be read. */
  onEdit?: (day: Day) => void;
  onRemove?: (day: Day) => void;
  /** Buttons beside the title. */
  actions?: ReactNode;
};

/** Days that are shown before all of them are asked for. */
const NEXT = 5;

/** The special days: the next ones, or all of them. */
export function SpecialDays({ days, zone, saved, error, actions, onEdit, onRemove }: Props) {
  const [isAll, showAll] = useState(false);
  const today = todayIn(zone, useCurrentTime());
  const next = days.filter(({ day }) => day >= today).slice(0, NEXT);
  const shown = isAll ? days : next;
  return (
    <section className="card special-days" aria-labelledby="special-days-title">
      <header className="section-head">
        <div className="grow">
          <h2 id="special-days-title">{MESSAGES.specialDays}</h2>
          <p>{MESSAGES.specialDaysHint}</p>
        </div>
        {actions && <div className="section-actions">{actions}</div>}
      </header>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      {days.length === 0 ? (
        <EmptyState small title={MESSAGES.noDays}>
          <p>{MESSAGES.noDaysHint}</p>
        </EmptyState>
      ) : (
        <>
          {shown.length === 0 ? (
            <p className="none-ahead subtle">{MESSAGES.noneAhead}</p>
          ) : (
            <Table rows={shown} saved={saved} onEdit={onEdit} onRemove={onRemove} />
          )}
          <footer className="section-foot">
            <span className="numeric">
              {shown.length === days.length
                ? MESSAGES.allOf(days.length)
                : MESSAGES.someOf(shown.length, days.length)}
            </span>
            {(isAll || shown.length < days.length) && (
              <Button look="ghost" size="small" aria-expanded={isAll} onClick={() => showAll(!isAll)}>
                {isAll ? MESSAGES.showNext : MESSAGES.showAll}
              </Button>
            )}
          </footer>
        </>
      )}
    </section>
  );
}

type TableProps = Pick<Props, "saved" | "onEdit" | "onRemove"> & { rows: readonly Day[] };

/* The sheet lays rows out as a grid on phones, which takes the roles from a table. */
function Table({ rows, saved, onEdit, onRemove }: TableProps) {
  const columns = ["date", "name", "hours", ...(onRemove ? (["remove"] as const) : [])] as const;
  return (
    <table role="table" aria-labelledby="special-days-title">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col" className={`day-${column}`}>
              <span className={column === "remove" ? "visually-hidden" : undefined}>
                {MESSAGES.columns[column]}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={row.day} role="row">
            <td role="cell" className="day-date numeric">
              {dateText(row.day)}
            </td>
            <td role="cell" className="day-name">
              {onEdit ? (
                <button
                  type="button"
                  className="day-link"
                  aria-label={MESSAGES.edit(row.name)}
                  onClick={() => onEdit(row)}
                >
                  {row.name}
                </button>
              ) : (
                row.name
              )}
              {saved && isNew(row, saved) && <Badge tone="accent">{MESSAGES.isNew}</Badge>}
            </td>
            <td role="cell" className="day-hours numeric">
              {writeHours(row.hours) || MESSAGES.closed}
            </td>
            {onRemove && (
              <td role="cell" className="day-remove">
                <IconButton label={MESSAGES.remove(row.name)} onClick={() => onRemove(row)}>
                  <X className="icon small" />
                </IconButton>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isNew(row: Day, saved: readonly Day[]): boolean {
  return !saved.some(
    ({ day, name, hours }) =>
      day === row.day && name === row.name && writeHours(hours) === writeHours(row.hours),
  );
}

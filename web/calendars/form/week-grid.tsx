import { type ReactNode, useId, useState } from "react";
import {
  MINUTES_OF_DAY,
  readMinutes,
  type Stretch,
  type Weekday,
  WEEKDAYS,
} from "#contract/calendars/hours.ts";
import { FieldError } from "#web/ui/form/field.tsx";
import { CALENDAR_FORM_MESSAGES as MESSAGES } from "../messages.ts";
import { weekdayNames } from "#web/lib/calendar-dates.ts";
import { faultOf } from "./calendar-values.ts";
import { readHours, writeHours } from "./hours-text.ts";

type Typed = {
  week: Record<Weekday, string>;
  /** Of the week as a whole. */
  error: string | undefined;
  onChange: (week: Record<Weekday, string>) => void;
};

/** The hours of the week: typed beside the bars that show them. */
export function WeekFields({ week, error, onChange }: Typed) {
  const hintId = useId();
  const [left, setLeft] = useState<readonly Weekday[]>([]);
  const leave = (day: Weekday) => {
    setLeft((now) => [...now, day]);
    const written = writeHours(readHours(week[day]));
    if (faultOf(week[day]) === null && written !== week[day]) onChange({ ...week, [day]: written });
  };
  return (
    <fieldset className="calendar-week" aria-describedby={hintId}>
      <legend className="visually-hidden">{MESSAGES.week}</legend>
      <Axis />
      {WEEKDAYS.map((day) => {
        const fault = faultOf(week[day]);
        const isShown = fault !== null && (left.includes(day) || error !== undefined);
        return (
          <Row
            key={day}
            day={day}
            hours={fault === null ? readHours(week[day]) : []}
            fault={isShown && <FieldError id={`${hintId}-${day}`}>{fault}</FieldError>}
          >
            <input
              className="input"
              aria-label={MESSAGES.hoursOn(weekdayNames(day).long)}
              aria-invalid={isShown || undefined}
              aria-describedby={isShown ? `${hintId}-${day}` : undefined}
              autoComplete="off"
              placeholder={MESSAGES.closed}
              value={week[day]}
              onChange={({ target }) => onChange({ ...week, [day]: target.value })}
              onBlur={() => leave(day)}
            />
          </Row>
        );
      })}
      <p id={hintId} className="hint">
        {MESSAGES.hoursHint}
      </p>
      {error !== undefined && WEEKDAYS.every((day) => faultOf(week[day]) === null) && (
        <FieldError>{error}</FieldError>
      )}
    </fieldset>
  );
}

/** The hours of the week, to be read. */
export function WeekShown({ week }: { week: Record<Weekday, readonly Stretch[]> }) {
  return (
    <div className="calendar-week">
      <Axis />
      {WEEKDAYS.map((day) => (
        <Row key={day} day={day} hours={week[day]}>
          <span className="numeric">{writeHours(week[day]) || MESSAGES.closed}</span>
        </Row>
      ))}
    </div>
  );
}

function Axis() {
  return (
    <div className="week-axis" aria-hidden="true">
      {["00", "06", "12", "18", "24"].map((hour) => (
        <span key={hour}>{hour}</span>
      ))}
    </div>
  );
}

type RowProps = {
  day: Weekday;
  hours: readonly Stretch[];
  /** Stands where the bar is, so that a button which is being pressed does not move from under the pointer. */
  fault?: ReactNode;
  children: ReactNode;
};

/** The bar says nothing that the words beside it do not. */
function Row({ day, hours, fault, children }: RowProps) {
  const { long, short } = weekdayNames(day);
  return (
    <div className="week-row">
      <span className="week-day">
        <span className="desktop-only">{long}</span>
        <abbr className="phone-name" title={long}>
          {short}
        </abbr>
      </span>
      <span className="week-bar" aria-hidden="true">
        {hours.map(([from, to]) => (
          <i key={from} style={{ left: share(from), width: share(to, from) }} />
        ))}
      </span>
      {fault}
      <span className="week-hours">{children}</span>
    </div>
  );
}

function share(to: string, from = "00:00"): string {
  return `${(((readMinutes(to) ?? 0) - (readMinutes(from) ?? 0)) / MINUTES_OF_DAY) * 100}%`;
}

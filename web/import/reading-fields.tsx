import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import type { Plan, Reading, Table } from "./data.ts";
import { IMPORT_MESSAGES as MESSAGES } from "./messages.ts";

type Props = {
  table: Table;
  reading: Reading;
  onRead: (reading: Reading) => void;
  dates: Plan["dates"];
  onDates: (dates: Plan["dates"]) => void;
};

const DELIMITERS = [",", ";", "\t"] as const;
const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
const FOUND = "found";

/** How the file is read: what was found out, and the choice of something else. */
export function ReadingFields({ table, reading, onRead, dates, onDates }: Props) {
  const { kind, sheets, sheet, header_line: line, rows } = table;
  return (
    <Card title={MESSAGES.reading} caption={MESSAGES.readingCaption}>
      <div className="form-grid">
        {kind === "workbook" && (
          <Field label={MESSAGES.sheet}>
            <Select
              value={sheet ?? ""}
              options={sheets.map((name) => ({ value: name, label: name }))}
              onChange={(chosen) => onRead({ sheet: chosen })}
            />
          </Field>
        )}
        <Field label={MESSAGES.headerLine}>
          <Select
            value={String(line)}
            options={rows.slice(0, LINES).map((row) => ({
              value: String(row.line),
              label: MESSAGES.headerOption(row.line, beginning(row.cells)),
            }))}
            onChange={(chosen) => onRead({ ...reading, header_line: Number(chosen) })}
          />
        </Field>
        {kind === "text" && (
          <>
            <Field label={MESSAGES.delimiter}>
              <Select
                value={DELIMITERS.find((one) => one === table.delimiter) ?? ","}
                options={DELIMITERS.map((one) => ({ value: one, label: MESSAGES.delimiters[one] }))}
                onChange={(delimiter) => onRead({ ...reading, delimiter, header_line: undefined })}
              />
            </Field>
            <Field label={MESSAGES.encoding}>
              <Select
                value={ENCODINGS.find((one) => one === table.encoding) ?? "utf-8"}
                options={ENCODINGS.map((one) => ({ value: one, label: one.toUpperCase() }))}
                onChange={(encoding) => onRead({ ...reading, encoding })}
              />
            </Field>
          </>
        )}
        <Field label={MESSAGES.dates}>
          <Select
            value={dates ?? FOUND}
            options={[
              { value: FOUND, label: MESSAGES.datesFound },
              { value: "day-first", label: MESSAGES.dayFirst },
              { value: "month-first", label: MESSAGES.monthFirst },
            ]}
            onChange={(chosen) => onDates(chosen === FOUND ? undefined : chosen)}
          />
        </Field>
      </div>
    </Card>
  );
}

/** Lines among which the header is chosen. */
const LINES = 20;

/** The first cells of a line, as far as a choice has room. */
function beginning(cells: readonly string[]): string {
  const text = cells.filter((cell) => cell.trim() !== "").join(" · ");
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

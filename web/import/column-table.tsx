import { IMPORT_FIELDS, type ImportField } from "#contract/import/import-fields.ts";
import { Select } from "#web/ui/form/select.tsx";
import type { Plan, Table } from "./data.ts";
import { IMPORT_MESSAGES as MESSAGES } from "./messages.ts";

type Columns = Plan["columns"];
type Props = { table: Table; columns: Columns; onChange: (columns: Columns) => void };

const NONE = "none";

/** Each column of the file with its first values, and what it is. */
export function ColumnTable({ table, columns, onChange }: Props) {
  const options = [
    { value: NONE, label: MESSAGES.notImported },
    ...IMPORT_FIELDS.map((field) => ({ value: field, label: MESSAGES.fields[field] })),
  ];
  return (
    <ul className="import-columns">
      {table.header.map((header, place) => {
        const name = header || MESSAGES.unnamed(place + 1);
        return (
          // Columns have no other name than their place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>
            <div className="grow">
              <b className="truncate">{name}</b>
              <p className="text-small muted truncate">{samplesOf(table, place)}</p>
            </div>
            <Select
              label={MESSAGES.field(name)}
              value={fieldAt(columns, place) ?? NONE}
              options={options}
              onChange={(chosen) => onChange(assign(columns, place, chosen))}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Values of a column that are shown. */
const SAMPLES = 3;

function samplesOf({ rows, header_line }: Table, place: number): string {
  return rows
    .filter(({ line }) => line > header_line)
    .flatMap(({ cells }) => cells[place]?.trim() || [])
    .slice(0, SAMPLES)
    .join(" · ");
}

function fieldAt(columns: Columns, place: number): ImportField | undefined {
  return IMPORT_FIELDS.find((field) => columns[field] === place);
}

/** A field is one column, and a column one field. */
function assign(columns: Columns, place: number, chosen: string): Columns {
  const others = Object.entries(columns).filter(([field, at]) => at !== place && field !== chosen);
  return Object.fromEntries(chosen === NONE ? others : [...others, [chosen, place]]);
}

import { useState } from "react";
import { roleLabel } from "#contract/labels.ts";
import { Select } from "#web/ui/form/select.tsx";
import { groupByFeature, COLUMNS, type Row } from "./data.ts";
import { AccessLevel } from "./access-level.tsx";
import { ACCESS_MESSAGES as MESSAGES } from "./messages.ts";

/** The access matrix on phones: one role at a time, with the conditions below each operation. */
export function AccessList({ rows }: { rows: readonly Row[] }) {
  const [column, setColumn] = useState(0);
  return (
    <>
      <Select
        label={MESSAGES.role}
        value={String(column)}
        options={COLUMNS.map((role, at) => ({
          value: String(at),
          label: role === null ? MESSAGES.noRole : roleLabel(role),
        }))}
        onChange={(at) => setColumn(Number(at))}
      />
      {groupByFeature(rows).map(([feature, operations]) => (
        <section key={feature} className="access-list">
          <h3>{MESSAGES.features[feature]}</h3>
          <ul className="settings-list">
            {operations.map((row) => (
              <Operation key={row.name} row={row} column={column} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Operation({ row, column }: { row: Row; column: number }) {
  const cell = row.cells[column];
  if (!cell) return null;
  return (
    <li>
      <span className="grow">
        <span>{row.label}</span>
        {cell.narrowed && <span className="text-tiny subtle">{cell.narrowed}</span>}
      </span>
      <AccessLevel level={cell.level} />
    </li>
  );
}

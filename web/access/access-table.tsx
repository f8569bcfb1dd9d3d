import { ChevronRight } from "lucide-react";
import { Fragment, useState } from "react";
import { groupByFeature, type Cell, type Row } from "./data.ts";
import { AccessLevel } from "./access-level.tsx";
import { ACCESS_MESSAGES as MESSAGES } from "./messages.ts";
import { SETTINGS_MESSAGES } from "#web/settings/messages.ts";

/** Operations by feature, with the reach of each role's right; a row opens to show the conditions. */
export function AccessTable({ rows }: { rows: readonly Row[] }) {
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <div className="access-frame">
      <table className="access-table" aria-label={SETTINGS_MESSAGES.pages.access}>
        <thead>
          <tr>
            <th scope="col">{MESSAGES.operation}</th>
            {rows[0]?.cells.map(({ role }) => (
              <th key={role} scope="col">
                {role}
              </th>
            ))}
          </tr>
        </thead>
        {groupByFeature(rows).map(([feature, operations]) => (
          <tbody key={feature}>
            <tr className="group-head">
              <th scope="rowgroup" colSpan={operations[0] ? operations[0].cells.length + 1 : 1}>
                {MESSAGES.features[feature]}
              </th>
            </tr>
            {operations.map((row) => (
              <Operation
                key={row.name}
                row={row}
                isOpen={opened === row.name}
                onToggle={() => setOpened(opened === row.name ? null : row.name)}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function Operation({ row, isOpen, onToggle }: { row: Row; isOpen: boolean; onToggle: () => void }) {
  return (
    <Fragment>
      <tr>
        <th scope="row">
          <button type="button" aria-expanded={isOpen} onClick={onToggle}>
            <ChevronRight className="icon small" />
            {row.label}
          </button>
        </th>
        {row.cells.map((cell) => (
          <td key={cell.role} title={cell.narrowed || undefined}>
            <AccessLevel {...cell} />
          </td>
        ))}
      </tr>
      {isOpen && (
        <tr className="narrowed-by">
          <td colSpan={row.cells.length + 1}>
            <AccessReasons row={row} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

/** The permissions that an operation requires, and the conditions on each role's right. */
function AccessReasons({ row }: { row: Row }) {
  const narrowed = Map.groupBy(
    row.cells.filter((cell) => cell.narrowed !== ""),
    (cell) => cell.narrowed,
  );
  return (
    <>
      <p>{row.needs}</p>
      <ul>
        {[...narrowed].map(([words, cells]) => (
          <li key={words}>{MESSAGES.who(rolesOf(cells), words)}</li>
        ))}
      </ul>
    </>
  );
}

function rolesOf(cells: readonly Cell[]): string {
  return cells.map(({ role }) => role).join(", ");
}

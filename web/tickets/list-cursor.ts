import { useState } from "react";
import type { TicketRow } from "./data.ts";

/** How many rows before the last loaded one the next page is asked for. */
const NEAR_ROWS = 10;

/** The ticket that was opened last: whoever comes back finds the cursor on it. */
let openedLast: string | null = null;

export function rememberOpened(id: string): void {
  openedLast = id;
}

/** The row that the keys act on. `onNear` asks for more rows when it comes near the end. */
export function useCursor(rows: readonly TicketRow[], onNear: () => void) {
  const [state, setState] = useState({ id: openedLast, isByKey: false });
  const index = rows.findIndex((row) => row.id === state.id);
  return {
    /** Null while it stands on no row. */
    id: index < 0 ? null : state.id,
    index,
    /** True when a key brought it here: then the row comes into view and takes the focus. */
    isByKey: state.isByKey,
    /** One row down or up; from nowhere to the first row. Gives the row it leads to. */
    move(step: 1 | -1): string | null {
      const next = index < 0 ? 0 : Math.max(0, Math.min(index + step, rows.length - 1));
      const row = rows[next];
      if (!row) return null;
      if (next >= rows.length - NEAR_ROWS) onNear();
      setState({ id: row.id, isByKey: true });
      return row.id;
    },
    point: (id: string) => setState({ id, isByKey: false }),
    leave: () => setState({ id: null, isByKey: false }),
  };
}

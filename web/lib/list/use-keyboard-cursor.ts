import { useCallback, useRef, useState } from "react";

/** The next page is fetched this many rows before the last loaded one. */
const NEAR_ROWS = 10;

/** The row that was opened last: the cursor is on it on coming back. */
let openedLast: string | null = null;

export function rememberOpened(id: string): void {
  openedLast = id;
}

/** The row that the keys act on. `onNear` asks for more rows when it comes near the end. */
export function useCursor(rows: readonly { id: string }[], onNear: () => void) {
  const [state, setState] = useState({ id: openedLast, isByKey: false });
  /** The cursor of this moment: a second key may come before the first one is drawn. */
  const latest = useRef(state);
  const placeOf = (id: string | null) => rows.findIndex((row) => row.id === id);
  const index = placeOf(state.id);
  const put = useCallback((id: string | null, isByKey: boolean) => {
    latest.current = { id, isByKey };
    setState(latest.current);
  }, []);
  // The same at each drawing, or each would draw all rows.
  const point = useCallback((id: string) => put(id, false), [put]);
  return {
    /** Null while it stands on no row. */
    id: index < 0 ? null : state.id,
    index,
    idNow: () => rows[placeOf(latest.current.id)]?.id ?? null,
    /** True when a key brought it here: then the row comes into view and takes the focus. */
    isByKey: state.isByKey,
    /** One row down or up; from nowhere to the first row. Gives the row it leads to. */
    move(step: 1 | -1): string | null {
      const from = placeOf(latest.current.id);
      const next = from < 0 ? 0 : Math.max(0, Math.min(from + step, rows.length - 1));
      const row = rows[next];
      if (!row) return null;
      if (next >= rows.length - NEAR_ROWS) onNear();
      put(row.id, true);
      return row.id;
    },
    point,
    leave: () => put(null, false),
  };
}

import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";

type Row = { id: string };

/** The selected rows of those that are there. `scope` names their list: another list starts with none. */
export function useSelection(rows: readonly Row[], scope: string) {
  const [state, setState] = useState({ scope, ids: NONE });
  /** The state of this moment: a second key may come before the first one is drawn. */
  const latest = useRef(state);
  const anchor = useRef<string | null>(null);
  /** The selection before the extending began: it stays, whatever the range becomes. */
  const base = useRef(NONE);
  // Functions that stay the same at each drawing, and for each list, or each would draw all rows.
  const list = useRef({ rows, scope });
  useLayoutEffect(() => {
    list.current = { rows, scope };
  });
  const idsNow = useCallback(
    () =>
      latest.current.scope === list.current.scope ? onlyOf(list.current.rows, latest.current.ids) : NONE,
    [],
  );
  const ids = useMemo(() => (state.scope === scope ? onlyOf(rows, state.ids) : NONE), [state, scope, rows]);
  const setIds = useCallback((ids: ReadonlySet<string>) => {
    latest.current = { scope: list.current.scope, ids };
    setState(latest.current);
  }, []);
  const toggle = useCallback(
    (id: string, isRange = false) => {
      const ids = idsNow();
      const next = new Set(ids);
      const range =
        isRange && anchor.current !== null ? between(list.current.rows, anchor.current, id) : [id];
      const isOn = !ids.has(id);
      for (const one of range) {
        if (isOn) next.add(one);
        else next.delete(one);
      }
      anchor.current = id;
      base.current = next;
      setIds(next);
    },
    [idsNow, setIds],
  );
  return {
    ids,
    idsNow,
    /** Turns one row on or off; with `isRange` all rows from the one turned before. */
    toggle,
    /** Selects everything between the row where the extending began and the cursor's new place. */
    extend(from: string, to: string) {
      if (idsNow().size === 0 || anchor.current === null) {
        anchor.current = from;
        base.current = NONE;
      }
      setIds(new Set([...base.current, ...between(rows, anchor.current, to)]));
    },
    setAll: (isOn: boolean) => setIds(isOn ? new Set(rows.map((row) => row.id)) : NONE),
    clear: () => setIds(NONE),
  };
}

const NONE: ReadonlySet<string> = new Set();

/** A row that has left the list, or is in the trash by now, can be acted on no more. */
function onlyOf(rows: readonly Row[], ids: ReadonlySet<string>): ReadonlySet<string> {
  if (ids.size === 0) return NONE;
  const there = rows.filter(({ id }) => ids.has(id));
  return there.length === ids.size ? ids : new Set(there.map(({ id }) => id));
}

function between(rows: readonly Row[], one: string, other: string): string[] {
  const places = [one, other].map((id) => rows.findIndex((row) => row.id === id));
  const ends = places.filter((place) => place >= 0);
  return rows.slice(Math.min(...ends), Math.max(...ends) + 1).map((row) => row.id);
}

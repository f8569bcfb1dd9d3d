import { useEffect, useLayoutEffect, useRef } from "react";
import type { VirtualItem } from "@tanstack/react-virtual";
import type { TicketRow } from "../data.ts";

let kept: { firstId: string | undefined; items: VirtualItem[] } = { firstId: undefined, items: [] };

/** Caches the measured heights of rows when a list is left, so that coming back finds each row at its place. */
export function useCachedHeights(
  rows: readonly TicketRow[],
  measure: (rows: readonly TicketRow[]) => VirtualItem[],
): void {
  const latest = useRef({ rows, measure });
  useEffect(() => {
    latest.current = { rows, measure };
  });
  useLayoutEffect(
    () => () => {
      const last = latest.current;
      kept = { firstId: last.rows[0]?.id, items: last.measure(last.rows) };
    },
    [],
  );
}

/** Heights of rows that are all on the page, or were when this list was left; empty where neither is so. */
export function cachedHeights(rows: readonly TicketRow[]): VirtualItem[] {
  const drawn = drawnHeights(rows);
  if (drawn.length > 0) return drawn;
  return kept.firstId === rows[0]?.id ? kept.items : [];
}

/** Rows that are drawn plainly, measured as they stand there. */
export function drawnHeights(rows: readonly TicketRow[]): VirtualItem[] {
  let end = 0;
  return [...document.querySelectorAll<HTMLElement>(".ticket-list tr[data-index]")].flatMap((element) => {
    const index = Number(element.dataset["index"]);
    const key = rows[index]?.id;
    if (key === undefined) return [];
    const [start, size] = [end, element.offsetHeight];
    end += size;
    return [{ index, key, start, size, end, lane: 0 }];
  });
}

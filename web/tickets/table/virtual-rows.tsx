import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { usePageIsNarrow } from "#web/ui/table/use-page-is-narrow.ts";
import { cachedHeights, useCachedHeights } from "./row-heights.ts";
import { TicketRowWithState, type RowsProps } from "./ticket-rows.tsx";

/** The estimated height of a row, or of a card with a subject of one line, in px; drawn rows are measured. */
const LINE_PX = 40;
const CARD_PX = 127;
const OVERSCAN_ROWS = 15;

/** The rows near the window, between two empty ones as high as the rest. */
export function VirtualRows({ rows, ...rest }: RowsProps) {
  const top = useRef<HTMLTableRowElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const box = top.current?.parentElement?.getBoundingClientRect();
    if (box) setMargin(box.top + window.scrollY);
  }, []);
  // The first hundred rows were drawn plainly, each as high as it is; somebody is reading them.
  const [known] = useState(() => cachedHeights(rows));
  const isCards = usePageIsNarrow();
  // A new function would have all rows placed anew at every step of a scroll.
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  // Nothing else here is memoized, which is what the rule is about.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (isCards ? CARD_PX : LINE_PX),
    getItemKey,
    overscan: OVERSCAN_ROWS,
    scrollMargin: margin,
    // Rows that come above leave the ones on the screen where they are. The name of this is the library's.
    anchorTo: "end",
    initialMeasurementsCache: known,
  });
  const drawn = useRef(isCards);
  useLayoutEffect(() => {
    // Rows that became cards, or cards that became rows, are as high as nobody has measured.
    if (drawn.current !== isCards) virtualizer.measure();
    drawn.current = isCards;
  }, [isCards, virtualizer]);
  useCachedHeights(rows, () => virtualizer.measurementsCache);
  const { index: cursorIndex, isByKey } = rest.state.cursor;
  useEffect(() => {
    // A cursor far outside the window is not drawn and cannot scroll itself into view.
    if (isByKey && cursorIndex >= 0) virtualizer.scrollToIndex(cursorIndex, { align: "auto" });
  }, [isByKey, cursorIndex, virtualizer]);
  const items = virtualizer.getVirtualItems();
  const before = (items[0]?.start ?? margin) - margin;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin);
  return (
    <>
      <tr className="space" ref={top} style={{ height: before }} aria-hidden="true" />
      {items.map(({ index, key }) => {
        const row = rows[index];
        return (
          row && (
            <TicketRowWithState
              key={key}
              row={row}
              index={index}
              measure={virtualizer.measureElement}
              {...rest}
            />
          )
        );
      })}
      <tr className="space" style={{ height: Math.max(0, after) }} aria-hidden="true" />
    </>
  );
}

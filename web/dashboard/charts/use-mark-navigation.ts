import { type KeyboardEvent, useRef, useState } from "react";

/**
 * The marks of a chart under keyboard and pointer: one tab stop, arrows, Home and End move between them, and the mark
 * that is focused or pointed at is `active`: it shows the tooltip. Escape puts the tooltip away.
 */
export function useMarkNavigation(count: number, first = 0) {
  const [active, setActive] = useState<number | null>(null);
  const [stop, setStop] = useState(first);
  const elements = useRef<(HTMLElement | SVGElement | null)[]>([]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") setActive(null);
    const next = step(event.key, stop, count);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    elements.current[next]?.focus();
  }
  return {
    active: active !== null && active < count ? active : null,
    /** Shows a mark that the pointer is over; null when it has left. */
    point: setActive,
    /** The props of a mark's element. */
    markProps: (index: number, label: string) => ({
      ref: (element: HTMLElement | SVGElement | null) => {
        elements.current[index] = element;
      },
      tabIndex: index === Math.min(stop, count - 1) ? 0 : -1,
      "aria-label": label,
      onFocus: () => {
        setStop(index);
        setActive(index);
      },
      onBlur: () => setActive(null),
      onKeyDown,
    }),
  };
}

/** The index that a key moves to, or null for other keys. */
function step(key: string, from: number, count: number): number | null {
  if (key === "ArrowRight" || key === "ArrowDown") return Math.min(from + 1, count - 1);
  if (key === "ArrowLeft" || key === "ArrowUp") return Math.max(from - 1, 0);
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return null;
}

import { type PointerEvent, useRef } from "react";

/** A row that was drawn so far to the left, in px, does what its button does. */
const FAR_PX = 96;
/** From here on it is no touch but a swipe, in px. */
const BEGINS_PX = 12;

/** Swiping a row to the left with a finger; the button of the row does the same. */
export function useSwipe(act: () => void) {
  const start = useRef<{ x: number; moved: number } | null>(null);
  function end(event: PointerEvent<HTMLElement>) {
    const { moved } = start.current ?? { moved: 0 };
    start.current = null;
    draw(event.currentTarget, 0);
    if (event.type === "pointerup" && moved >= FAR_PX) act();
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === "touch") start.current = { x: event.clientX, moved: 0 };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!start.current) return;
      const moved = Math.max(0, start.current.x - event.clientX);
      start.current.moved = moved;
      if (moved > BEGINS_PX) draw(event.currentTarget, moved);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

function draw(row: HTMLElement, moved: number): void {
  row.style.translate = moved === 0 ? "" : `${-moved}px 0`;
}

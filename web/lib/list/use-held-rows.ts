import { useState } from "react";

/** Rows as they stood when a pointer went down on them, until its click is done: none slides away, or below it, meanwhile. */
export function useHeldRows<Rows>(rows: Rows) {
  const [held, hold] = useState<Rows | null>(null);
  function onPointerDown() {
    hold(rows);
    const done = new AbortController();
    const letGo = () => {
      done.abort();
      // The click comes right after the pointer went up.
      setTimeout(() => hold(null));
    };
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, letGo, { signal: done.signal });
  }
  return [held ?? rows, onPointerDown] as const;
}

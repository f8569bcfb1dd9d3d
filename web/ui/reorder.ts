import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react";

/** A press that moves further than this is a drag, in px. */
const DRAG_PX = 5;

type Drag = { key: string; startY: number; isMoving: boolean };

/**
 * Lets the items of a list be put in another order: dragged by mouse or pen, or moved by Alt and the arrows. Gives the
 * order to show and the props of an item. `onOrder` hears of each finished move.
 */
export function useReorder(keys: readonly string[], onOrder: (keys: string[], moved: string) => void) {
  // Null while nobody drags.
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const drag = useRef<Drag | null>(null);
  const wasDragged = useRef(false);
  const elements = useRef(new Map<string, HTMLElement>());
  const movedByKey = useRef<string | null>(null);
  const shown = order ?? keys;
  useEffect(() => {
    // An item that moves in the document loses the focus.
    if (movedByKey.current !== null) elements.current.get(movedByKey.current)?.focus();
    movedByKey.current = null;
  });

  function onPointerMove(event: PointerEvent) {
    const { current } = drag;
    if (!current) return;
    if (!current.isMoving && Math.abs(event.clientY - current.startY) < DRAG_PX) return;
    if (!current.isMoving) event.currentTarget.setPointerCapture(event.pointerId);
    current.isMoving = true;
    setOrder(movedTo(shown, current.key, placeAt(event.clientY)));
  }
  function placeAt(y: number): number {
    return shown.filter((key) => key !== drag.current?.key && middleOf(elements.current.get(key)) < y).length;
  }
  function onPointerUp() {
    const { current } = drag;
    drag.current = null;
    wasDragged.current = current?.isMoving === true;
    if (current?.isMoving && order && order.join() !== keys.join()) onOrder([...order], current.key);
    setOrder(null);
  }
  function cancel() {
    drag.current = null;
    setOrder(null);
  }
  return {
    order: shown,
    itemProps: (key: string) => ({
      ref: (element: HTMLElement | null) => {
        if (element) elements.current.set(key, element);
        else elements.current.delete(key);
      },
      draggable: false,
      onPointerDown: (event: PointerEvent) => {
        wasDragged.current = false;
        if (event.button === 0 && event.pointerType !== "touch")
          drag.current = { key, startY: event.clientY, isMoving: false };
      },
      onPointerMove,
      onPointerUp,
      onPointerCancel: cancel,
      // A link that was dragged leads nowhere.
      onClickCapture: (event: MouseEvent) => {
        if (!wasDragged.current) return;
        wasDragged.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
      onKeyDown: (event: KeyboardEvent) => {
        const step = event.altKey ? STEPS[event.key] : undefined;
        const at = keys.indexOf(key);
        if (step === undefined) return;
        event.preventDefault();
        const next = at + step;
        if (next < 0 || next >= keys.length) return;
        movedByKey.current = key;
        onOrder(movedTo(keys, key, next), key);
      },
    }),
  };
}

const STEPS: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** The keys with one of them at another place. */
export function movedTo(keys: readonly string[], key: string, place: number): string[] {
  const others = keys.filter((one) => one !== key);
  return [...others.slice(0, place), key, ...others.slice(place)];
}

function middleOf(element: HTMLElement | undefined): number {
  const box = element?.getBoundingClientRect();
  return box ? box.top + box.height / 2 : 0;
}

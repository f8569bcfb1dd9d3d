import { useEffectEvent, useLayoutEffect } from "react";
import { isFreeKey } from "#web/lib/browser/hotkeys.ts";
import { rememberOpened, useCursor } from "./use-keyboard-cursor.ts";
import { useSelection } from "./use-selection.ts";

/** The part of a row that lists go by. */
type Row = { id: string };

type ListStateOptions = {
  rows: readonly Row[];
  /** Names the list that is shown; another one starts without a selection. */
  scope: string;
  maySelect: boolean;
  onNear: () => void;
  onOpen: (id: string) => void;
  /** A key has led the cursor to another row. */
  onMove?: (id: string) => void;
};
export type ListState = ReturnType<typeof useListState>;

/** Cursor and selection, with these keys: J and K or arrows, X, Shift and arrows, Enter, Escape. */
export function useListState({ rows, scope, maySelect, onNear, onOpen, onMove }: ListStateOptions) {
  const cursor = useCursor(rows, onNear);
  const selection = useSelection(rows, scope);

  function onKey({ key, shiftKey, target }: KeyboardEvent): boolean {
    const step = STEPS[key];
    if (step && shiftKey) return maySelect && extend(step);
    if (step) return move(step);
    if (key === "Escape") return stepBack();
    const at = cursor.idNow();
    if (at === null) return false;
    if (key === "x" && maySelect) return done(() => selection.toggle(at));
    if (key === "Enter" && !isControl(target)) return done(() => open(at));
    return false;
  }
  function move(step: 1 | -1): boolean {
    const to = cursor.move(step);
    if (to !== null) onMove?.(to);
    return to !== null;
  }
  function extend(step: 1 | -1): boolean {
    const from = cursor.idNow() ?? rows[0]?.id;
    const to = cursor.move(step);
    if (from && to) selection.extend(from, to);
    return to !== null;
  }
  function stepBack(): boolean {
    if (selection.idsNow().size > 0) return done(() => selection.clear());
    return cursor.idNow() !== null && done(() => cursor.leave());
  }
  function open(id: string) {
    rememberOpened(id);
    onOpen(id);
  }
  useKeys(onKey);
  return { cursor, selection };
}

const STEPS: Record<string, 1 | -1 | undefined> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1, J: 1, K: -1 };

/** Runs an action and marks its key as handled. */
function done(act: () => void): boolean {
  act();
  return true;
}

/** Links and buttons answer Enter by themselves. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("a, button, summary") !== null;
}

/** Hands key presses to `onKey` while nobody is typing; a key that it handles (true) does nothing else. */
function useKeys(onKey: (event: KeyboardEvent) => boolean) {
  const handleNow = useEffectEvent(onKey);
  // A key means the rows that are on the screen, not those before the painting: on a busy machine it would be lost.
  useLayoutEffect(() => {
    function listen(event: KeyboardEvent) {
      if (isFreeKey(event) && handleNow(event)) event.preventDefault();
    }
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

import { useEffect, useRef } from "react";

/** Acts on a single key, such as "[" or "c"; silent while typing, with a modifier, and in dialogs and menus. */
export function useHotkey(key: string, act: () => void, isEnabled = true): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!isEnabled) return undefined;
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== key || !isFreeKey(event)) return;
      event.preventDefault();
      latest.current();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [key, isEnabled]);
}

/** Whether a key press may act on the page: no modifier but Shift, nobody typing, no dialog or menu open. */
export function isFreeKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  return !isTyping(event.target) && !document.querySelector(OPEN_LAYERS);
}

const OPEN_LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED_INTO));
}

const TYPED_INTO = "input:not([type=checkbox], [type=radio]), textarea, select";

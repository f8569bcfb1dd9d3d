import { useEffectEvent, useLayoutEffect } from "react";
import { isChord } from "./platform.ts";
import { singleKeysAreOn } from "./single-key-shortcuts.ts";

/** Acts on a single key, such as "[" or "c"; silent while typing, with a modifier, and in dialogs and menus. */
export function useHotkey(key: string, act: () => void, isEnabled = true): void {
  const actNow = useEffectEvent(act);
  // A key works with what it belongs to, not after the painting: on a busy machine that is late enough for a key to be lost,
  // or to act on what was there before.
  useLayoutEffect(() => {
    if (!isEnabled) return undefined;
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== key || !isFreeKey(event)) return;
      event.preventDefault();
      actNow();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [key, isEnabled]);
}

/** Whether a key press may act on the page: no modifier but Shift, not switched off, nobody typing, nothing open. */
export function isFreeKey(event: KeyboardEvent): boolean {
  if (isChord(event) || event.defaultPrevented) return false;
  if (isCharacter(event.key) && !singleKeysAreOn()) return false;
  return !isTyping(event.target) && !document.querySelector(OPEN_LAYERS);
}

const LAYERS = ["dialog", "alertdialog", "menu", "listbox"].map((role) => `[role="${role}"]`);
/** Layers that are fading out, which count as closed: keys belong to the page again. */
const CLOSING_LAYERS = LAYERS.map((layer) => `${layer}[data-state="closed"]`).join();
/** The selector of open layers over the page; a list inside a layer that is fading out is not open either. */
const OPEN_LAYERS = `:is(${LAYERS.join()}):not(${CLOSING_LAYERS}, :is(${CLOSING_LAYERS}) *)`;

/** Letters, digits and signs, which may be switched off; never arrows, Enter or Escape. */
function isCharacter(key: string): boolean {
  return key.length === 1 && key !== " ";
}

/** Whether single keys belong to the field that they are pressed in; nobody types into a layer that is fading out. */
export function isTyping(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement) || target.closest(CLOSING_LAYERS)) return false;
  return target.isContentEditable || target.matches(TYPED_INTO);
}

const TYPED_INTO = "input:not([type=checkbox], [type=radio]), textarea, select";

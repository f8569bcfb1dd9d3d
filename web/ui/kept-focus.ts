import { type RefObject, useLayoutEffect } from "react";

const REACHABLE = ":is(a[href], button, input, select, textarea, [tabindex]):not(:disabled, [tabindex='-1'])";

/** The page, or a layer above it: what stands beside a layer, such as messages, has nothing to do with it. */
const OUTERMOST = "#main, body, body > *";

/**
 * Remembers where an element stands, to give the focus back: to it or, where it is gone by then, to what is nearest, which
 * for a row of a list is the next row. For an item of a menu it is the button of that menu. What has taken the focus
 * meanwhile keeps it. False where all of that is gone.
 */
export function rememberPlace(element: Element | null): () => boolean {
  const near: (Element | null)[] = [];
  for (let at = openerOf(element); at && !at.matches(OUTERMOST); at = at.parentElement)
    near.push(at, at.nextElementSibling, at.previousElementSibling);
  return () => document.activeElement !== document.body || near.length === 0 || near.some(focusIn);
}

/** Keeps the focus where a button is off while it acts, and beside it when it is gone after that. */
export function useKeptFocus(ref: RefObject<Element | null>, isBusy = false): void {
  useLayoutEffect(() => {
    const button = ref.current;
    const hasIt = () => document.activeElement === button;
    // A browser takes the focus away from a button that is off only later.
    const isHeld = isBusy && hasIt();
    return () => {
      // After all that is drawn at once has come and gone.
      if (isHeld || hasIt()) queueMicrotask(rememberPlace(button));
    };
  }, [ref, isBusy]);
}

function openerOf(element: Element | null): Element | null {
  const menu = element?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : element;
}

function focusIn(place: Element | null): boolean {
  if (!place?.isConnected) return false;
  const found = place.matches(REACHABLE) ? place : place.querySelector(REACHABLE);
  if (found instanceof HTMLElement) found.focus();
  return document.activeElement === found;
}

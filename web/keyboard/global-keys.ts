import { useEffectEvent, useLayoutEffect } from "react";
import { isFreeKey, isTyping } from "#web/lib/browser/hotkeys.ts";
import { isChord } from "#web/lib/browser/platform.ts";

/** Time for the key after G, in milliseconds. */
const GO_MS = 1000;

type Acts = {
  /** The action of each letter after G. */
  pages: Readonly<Record<string, () => void>>;
  /** The action of each single key. */
  keys: Readonly<Record<string, () => void>>;
  palette: () => void;
  theme: () => void;
};

/** The keys that act on every page. A page's own handlers go first; these get the keys that are left. */
export function useGlobalKeys(actions: Acts): void {
  const actionsNow = useEffectEvent(() => actions);
  // The keys work with the page, not after it has been painted: on a busy machine that is late enough for a key to be lost.
  useLayoutEffect(() => {
    let wentAt = Number.NEGATIVE_INFINITY;
    /** Runs before all other listeners: the key after G belongs to it, whatever else it means here. */
    function first(event: KeyboardEvent) {
      const isGoing = event.timeStamp - wentAt < GO_MS;
      wentAt = Number.NEGATIVE_INFINITY;
      // Where no page has the letter it does nothing: on some pages it alone would decide something.
      if (isGoing && isFreeKey(event) && /^\w$/.test(event.key))
        take(event, actionsNow().pages[event.key.toLowerCase()] ?? (() => undefined));
    }
    function last(event: KeyboardEvent) {
      if (isChord(event)) return take(event, chordOf(event, actionsNow()));
      if (event.key === "Escape") return stepBack(event);
      if (!isFreeKey(event)) return;
      if (event.key.toLowerCase() === "g") wentAt = event.timeStamp;
      else take(event, actionsNow().keys[event.key]);
    }
    window.addEventListener("keydown", first, { capture: true });
    window.addEventListener("keydown", last);
    return () => {
      window.removeEventListener("keydown", first, { capture: true });
      window.removeEventListener("keydown", last);
    };
  }, []);
}

function take(event: KeyboardEvent, act: (() => void) | undefined): void {
  if (!act) return;
  event.preventDefault();
  act();
}

/** Ctrl or Cmd with K or with Shift L; they also work while typing. */
function chordOf(event: KeyboardEvent, { palette, theme }: Acts): (() => void) | undefined {
  if (event.defaultPrevented || event.altKey) return undefined;
  const key = event.key.toLowerCase();
  if (key === "l" && event.shiftKey) return theme;
  // An open dialog asks something: nothing may open over its question.
  const isAsked = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
  return key === "k" && !event.shiftKey && !isAsked ? palette : undefined;
}

/** Escape leaves the field, else the page, by its way back; menus and dialogs have taken theirs before. */
function stepBack(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  if (isTyping(event.target)) event.target.blur();
  else if (isFreeKey(event)) document.querySelector<HTMLElement>("main a.back-link")?.click();
}

import { useEffectEvent, useLayoutEffect } from "react";
import { isTyping } from "#web/lib/browser/hotkeys.ts";

/** Ctrl/Cmd Z where nobody types; a field takes back its own words. */
export function useCommandZ(act: () => void): void {
  const actNow = useEffectEvent(act);
  // As other keys, it means what is on the screen (`useHotkey`).
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isCommand || event.key.toLowerCase() !== "z" || event.defaultPrevented || isTyping(event.target))
        return;
      event.preventDefault();
      actNow();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

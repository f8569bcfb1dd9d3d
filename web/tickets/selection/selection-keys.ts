import { useHotkey } from "#web/lib/browser/hotkeys.ts";

/** Stands in for the bar of a selection while its code is on its way: one of its keys is kept for it. */
export function SelectionKeys({ onKey }: { onKey: (key: string) => void }): null {
  useHotkey("a", () => onKey("a"));
  useHotkey("s", () => onKey("s"));
  useHotkey("p", () => onKey("p"));
  return null;
}

import { useHotkey } from "#web/lib/browser/hotkeys.ts";

/** Stands in for the selection bar while its code is loading, and holds one of its keys for it. */
export function SelectionKeys({ onKey }: { onKey: (key: string) => void }): null {
  useHotkey("a", () => onKey("a"));
  useHotkey("s", () => onKey("s"));
  useHotkey("p", () => onKey("p"));
  return null;
}

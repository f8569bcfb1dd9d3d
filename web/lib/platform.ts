import { LIB_WORDS } from "./words.ts";

/** The cap of the key that commands go with on this machine's keyboard. */
export function commandKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : LIB_WORDS.control;
}

/** The caps of "Ctrl/Cmd Enter". */
export function sendKeys(): readonly string[] {
  return [commandKey(), "↵"];
}

/** Whether a key press means "send" (Ctrl or Cmd with Enter). */
export function isSendKey(event: { key: string; ctrlKey: boolean; metaKey: boolean }): boolean {
  return event.key === "Enter" && (event.ctrlKey || event.metaKey);
}

import { LIB_MESSAGES } from "../messages.ts";

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "getModifierState">;

/** The cap of the key that commands go with on this machine's keyboard. */
export function commandKey(): string {
  return isApple() ? "⌘" : LIB_MESSAGES.control;
}

/** The caps of "Ctrl/Cmd Enter". */
export function sendKeys(): readonly string[] {
  return [commandKey(), "↵"];
}

/**
 * Whether a key press means "send" (Ctrl or Cmd with Enter). AltGr says that Ctrl and Alt are down: whoever still holds it
 * after a bracket wants a new line.
 */
export function isSendKey({ key, ctrlKey, metaKey, altKey }: Omit<Press, "getModifierState">): boolean {
  return key === "Enter" && (ctrlKey || metaKey) && !altKey;
}

type Click = Pick<MouseEvent, "button" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/** Whether a click on a link means to go there: with a key or another button browsers open a tab, a window, or save. */
export function isPlainClick({ button, ...keys }: Click): boolean {
  return button === 0 && !keys.ctrlKey && !keys.metaKey && !keys.shiftKey && !keys.altKey;
}

/**
 * Whether Ctrl, Cmd or Alt was meant. Many keyboards type "[" with AltGr, which says that Ctrl and Alt are down, or on a
 * Mac with Option: those are plain keys.
 */
export function isChord(press: Press): boolean {
  if (press.metaKey) return true;
  if (press.getModifierState("AltGraph")) return false;
  const isSign = press.altKey && !press.ctrlKey && isApple() && /^[!-/:-@[-`{-~]$/.test(press.key);
  return !isSign && (press.ctrlKey || press.altKey);
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

/** The caps of "Ctrl/Cmd Enter" as this machine's keyboard has them. */
export function sendKeys(): readonly string[] {
  return [/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl", "↵"];
}

/** Whether a key press means "send" (Ctrl or Cmd with Enter). */
export function isSendKey(event: { key: string; ctrlKey: boolean; metaKey: boolean }): boolean {
  return event.key === "Enter" && (event.ctrlKey || event.metaKey);
}

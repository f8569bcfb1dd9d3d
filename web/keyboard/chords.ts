import { commandKey } from "#web/lib/browser/platform.ts";

/** The caps of the chords that act on every page. */
export function paletteKeys(): readonly string[] {
  return [commandKey(), "K"];
}

export function themeKeys(): readonly string[] {
  return [commandKey(), "⇧", "L"];
}

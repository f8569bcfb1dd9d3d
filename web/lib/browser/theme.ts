import { useSyncExternalStore } from "react";
import { readBrowserStorage, writeBrowserStorage } from "./browser-storage.ts";

export const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];

/** `public/theme.js` reads the same keys before the first paint. */
const KEY = "theme";
const DEFAULT_KEY = "theme-default";

/** The chosen theme and how to choose another; kept per browser (rule 322). */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, chosenTheme), chooseTheme];
}

/** Shows a theme and keeps the choice in this browser. */
export function chooseTheme(theme: Theme): void {
  writeBrowserStorage(KEY, theme);
  applyTheme();
}

/** Switches from what is shown to the other of light and dark. */
export function switchTheme(): void {
  chooseTheme(document.documentElement.dataset.theme === "light" ? "dark" : "light");
}

/** Shows the organization's default theme in a browser without a choice of its own. */
export function applyDefaultTheme(theme: Theme): void {
  writeBrowserStorage(DEFAULT_KEY, theme);
  applyTheme();
}

/** Follows the operating system and other tabs live; called once at start. */
export function followSystemTheme(): void {
  systemIsDark().addEventListener("change", applyTheme);
  window.addEventListener("storage", applyTheme);
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function chosenTheme(): Theme {
  return themeOf(readBrowserStorage(KEY)) ?? themeOf(readBrowserStorage(DEFAULT_KEY)) ?? "dark";
}

function themeOf(text: string | null): Theme | undefined {
  return THEMES.find((theme) => theme === text);
}

/** The colours of the browser's own frame: `--canvas` of each theme. */
const FRAMES = { light: "#f1f5f5", dark: "#090e0e" };

function applyTheme() {
  const theme = chosenTheme();
  const shown = theme === "system" ? (systemIsDark().matches ? "dark" : "light") : theme;
  document.documentElement.dataset.theme = shown;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", FRAMES[shown]);
  for (const listener of listeners) listener();
}

function systemIsDark() {
  return window.matchMedia("(prefers-color-scheme: dark)");
}

import type { LiveMessages } from "#contract/live.ts";

export type Warning = LiveMessages["warning"];
type Listener = (warning: Warning) => void;

const listeners = new Set<Listener>();

/** Subscribes to warnings of one's own tickets. Gives the function that unsubscribes. */
export function onWarnings(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellWarning(warning: Warning): void {
  for (const listener of listeners) listener(warning);
}

import { useSyncExternalStore } from "react";

/**
 * The question whether the person is who they are, which the server asks before a grave action (rule 592). Calls that
 * are refused meanwhile wait for the same answer; the shell shows the dialog.
 */
let asked: Promise<boolean> | null = null;
let settle: (isConfirmed: boolean) => void = () => undefined;
const listeners = new Set<() => void>();

/** Asks the person; true when they confirmed, false when they would not. */
export function askForConfirmation(): Promise<boolean> {
  if (asked) return asked;
  asked = new Promise((resolve) => {
    settle = resolve;
  });
  announce();
  return asked;
}

/** Gives the answer to every call that waits for it. */
export function answerConfirmation(isConfirmed: boolean): void {
  settle(isConfirmed);
  asked = null;
  announce();
}

/** Whether the question stands; draws again when that changes. */
export function useConfirmationAsked(): boolean {
  return useSyncExternalStore(subscribe, () => asked !== null);
}

function announce(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

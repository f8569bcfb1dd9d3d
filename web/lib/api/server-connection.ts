import { useSyncExternalStore } from "react";

/** Time limit of a probe, and the pauses between probes. Milliseconds. */
const PROBE_TIMEOUT_MS = 3000;
const PAUSES_MS = [1000, 2000, 5000, 10_000];
/** The statuses that a proxy answers in place of a server that is gone. */
const GONE = new Set([502, 504]);

/**
 * Whether the server can be reached. A browser's own "online" says nothing about a server on this machine, and one
 * lost answer is no lost connection: a call that got no answer is followed by a question, and that decides.
 */
export function useConnectionLost(): boolean {
  return useSyncExternalStore(subscribe, isConnectionLost);
}

/** Whether the connection is lost, for code outside of components. */
export function isConnectionLost(): boolean {
  return isLost;
}

/** Subscribes to the connection being lost and being back. Gives the function that unsubscribes. */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `fetch` that notices whether an answer came. */
export async function fetchAndCheckConnection(url: string, init?: RequestInit): Promise<Response> {
  try {
    const response = await window.fetch(url, init);
    if (GONE.has(response.status)) void checkConnection();
    else setLost(false);
    return response;
  } catch (error) {
    if (error instanceof TypeError) void checkConnection();
    throw error;
  }
}

/** Asks the server whether it lives; true when no answer came. Calls that come while one is asked share its answer. */
export function checkConnection(): Promise<boolean> {
  asking ??= probe().finally(() => {
    asking = null;
  });
  return asking;
}

let isLost = false;
let asking: Promise<boolean> | null = null;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

async function probe(): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  const answer = await window.fetch("/healthz", { cache: "no-store", signal }).catch(() => null);
  setLost(answer === null || GONE.has(answer.status));
  return isLost;
}

/** While it is lost the question is asked again and again, at once when the browser has a network again. */
function setLost(next: boolean): void {
  clearTimeout(timer);
  failures = next ? failures + 1 : 0;
  if (next) {
    timer = setTimeout(() => void checkConnection(), PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1]);
  }
  if (next === isLost) return;
  isLost = next;
  if (next) window.addEventListener("online", ask);
  else window.removeEventListener("online", ask);
  for (const listener of listeners) listener();
}

function ask(): void {
  void checkConnection();
}

function subscribe(listener: () => void) {
  return onConnection(listener);
}

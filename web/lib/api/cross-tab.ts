const LOCK = "waypost-session";
const CHANNEL = "waypost-session";

/** The messages between the tabs of one browser. */
export type TabMessage = { kind: "signed-out" } | { kind: "signed-in"; userId: string };

/** Runs work in one tab of this browser at a time; at once without Web Locks (old browsers, plain HTTP). */
export function runInOneTab<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!("locks" in navigator)) return work();
  // The promise of `request` is that of the work, which TypeScript's library types flatten twice.
  return navigator.locks.request(LOCK, signal ? { signal } : {}, work) as Promise<T>;
}

/** Sends a message to the other tabs. */
export function broadcastToTabs(message: TabMessage): void {
  // A channel has no target origin: it never leaves this one.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel?.postMessage(message);
}

/** Subscribes to the messages of the other tabs. */
export function onTabMessage(listener: (message: TabMessage) => void): void {
  channel?.addEventListener("message", (event: MessageEvent<TabMessage>) => listener(event.data));
}

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);

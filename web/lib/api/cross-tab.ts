const LOCK = "waypost-session";
const CHANNEL = "waypost-session";

/** What tabs of one browser tell each other. */
export type TabMessage = { kind: "signed-out" } | { kind: "signed-in"; userId: string };

/** Runs the work while no other tab of this browser runs its own; without Web Locks (old or insecure) at once. */
export function runInOneTab<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!("locks" in navigator)) return work();
  // The promise of `request` is that of the work, which TypeScript's library types flatten twice.
  return navigator.locks.request(LOCK, signal ? { signal } : {}, work) as Promise<T>;
}

/** Tells the other tabs. */
export function broadcastToTabs(message: TabMessage): void {
  // A channel has no target origin: it never leaves this one.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel?.postMessage(message);
}

/** Hears the other tabs. */
export function onTabMessage(listener: (message: TabMessage) => void): void {
  channel?.addEventListener("message", (event: MessageEvent<TabMessage>) => listener(event.data));
}

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);

/** Pause after the page has loaded before the worker begins. Milliseconds. */
const REST_MS = 2000;

/**
 * Has `service-worker.ts` keep the shell of the app in this browser, once the page has been loaded and is at rest: the
 * first visit must not pay for the next. Without a worker (plain HTTP, a private window) the app works as before.
 */
export function cacheShell(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  if (document.readyState === "complete") begin();
  else window.addEventListener("load", begin, { once: true });
}

function begin(): void {
  setTimeout(() => void register().catch(() => undefined), REST_MS);
}

async function register(): Promise<void> {
  const isFirst = navigator.serviceWorker.controller === null;
  await navigator.serviceWorker.register("/service-worker.js");
  const { active } = await navigator.serviceWorker.ready;
  // The files that this page has fetched so far went past the worker; a worker is no window, and has no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  if (isFirst) active?.postMessage(performance.getEntriesByType("resource").map(({ name }) => name));
}

/** Time after which a busy page is interrupted all the same, in ms. */
const LATEST_MS = 3000;

/** Acts while the browser rests; gives back how to call it off. Safari knows no idle time. */
export function whenIdle(act: () => void): () => void {
  if (!window.requestIdleCallback) {
    const timer = window.setTimeout(act, LATEST_MS);
    return () => window.clearTimeout(timer);
  }
  const id = window.requestIdleCallback(act, { timeout: LATEST_MS });
  return () => window.cancelIdleCallback(id);
}

import { type ComponentType, lazy, type LazyExoticComponent, useEffect } from "react";

/** Time after which the other parts of a busy page are fetched all the same, in ms. */
const LATEST_MS = 3000;

/** A part whose code comes after the page's own: with the first need of it, or ahead of that by `fetch`. */
export type LazyPart<Props extends object> = {
  Part: LazyExoticComponent<ComponentType<Props>>;
  /** For a sign that it will be needed. A failure shows itself where the part is shown. */
  fetch: () => void;
};

/** `load` is called again for each need, and fetches once. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  return {
    Part: lazy(async () => ({ default: await load() })),
    fetch: () => void load().catch(() => undefined),
  };
}

/** Fetches a part while the browser is idle, so that opening it does not wait for its code. */
export function usePrefetch({ fetch }: Pick<LazyPart<object>, "fetch">): void {
  useEffect(() => whenIdle(fetch), [fetch]);
}

/** Safari knows no idle time. */
function whenIdle(act: () => void): () => void {
  if (!window.requestIdleCallback) {
    const timer = window.setTimeout(act, LATEST_MS);
    return () => window.clearTimeout(timer);
  }
  const id = window.requestIdleCallback(act, { timeout: LATEST_MS });
  return () => window.cancelIdleCallback(id);
}

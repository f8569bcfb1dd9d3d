import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { onConnection } from "../api/server-connection.ts";
import { whenSettled } from "./when-settled.ts";
import { lazyLoad } from "./lazy-load.ts";

/** A part whose code comes after the page's own: with the first need of it, or ahead of that by `fetch`. */
export type LazyPart<Props extends object> = {
  /** `fallback` stands in its place until it has come. */
  Part: ComponentType<Props & { fallback?: ReactNode }>;
  /** For a sign that it will be needed. A failure shows itself where the part is shown. */
  fetch: () => void;
};

type Coming<Props extends object> = { Loaded: ComponentType<Props> | null; failure?: { error: unknown } };

/**
 * Makes a part of what a module has. One that fails to come takes the page's place with an explanation, unless it is
 * `isOptional`: then the page goes without it, and it comes once the server can be reached again.
 */
export function lazyPart<Module extends object, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
  { isOptional = false } = {},
): LazyPart<Props> {
  const late = lazyLoad(load, pick);
  /** Not with Suspense, which keeps back what has come for up to 300 ms after the fallback was drawn. */
  function Part({ fallback = null, ...rest }: Props & { fallback?: ReactNode }) {
    // Each showing begins anew, so that one which failed is tried again; what is there is shown without a pause.
    const [{ Loaded, failure }, come] = useState<Coming<Props>>(() => ({ Loaded: late.loaded }));
    useEffect(() => {
      if (Loaded) return undefined;
      let isShown = true;
      const ask = () => {
        late().then(
          (part) => isShown && come({ Loaded: part }),
          (error: unknown) => isShown && come({ Loaded: null, failure: { error } }),
        );
      };
      ask();
      const forget = isOptional ? onConnection(ask) : undefined;
      return () => {
        isShown = false;
        forget?.();
      };
    }, [Loaded]);
    if (failure && !isOptional) throw failure.error;
    // The compiler does not follow that `Props & { fallback }` without the fallback is `Props`.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const props = rest as unknown as Props;
    return Loaded ? <Loaded {...props} /> : fallback;
  }
  return { Part, fetch: () => void late().catch(() => undefined) };
}

/** Fetches a part while the browser is idle, so that opening it does not wait for its code. */
export function usePrefetch({ fetch }: Pick<LazyPart<object>, "fetch">): void {
  useEffect(() => whenSettled(fetch), [fetch]);
}

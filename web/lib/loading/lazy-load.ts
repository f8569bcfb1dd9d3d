import { useEffect, useReducer } from "react";
import { isMissingPart, MissingPartError } from "./detect-new-build.ts";

/** Code that comes when it is called for: what the call brings is fetched once, and again after a failure. */
export type Late<Part> = {
  /** Throws `MissingPartError` where a file of the app cannot be fetched; a new build is looked for then. */
  (): Promise<Part>;
  /** Null until it has come. */
  loaded: Part | null;
};

/** The one way to load code later; `lazyPage` and `lazyPart` stand on it. `pick` takes what is needed of the module. */
export function lazyLoad<Module extends object>(load: () => Promise<Module>): Late<Module>;
export function lazyLoad<Module extends object, Part>(
  load: () => Promise<Module>,
  pick: (module: Module) => Part,
): Late<Part>;
export function lazyLoad<Module extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => unknown = (module) => module,
): Late<unknown> {
  let coming: Promise<unknown> | null = null;
  const late: Late<unknown> = Object.assign(
    () => {
      coming ??= fetchPart();
      return coming;
    },
    { loaded: null },
  );
  async function fetchPart(): Promise<unknown> {
    try {
      late.loaded = pick(await load());
      return late.loaded;
    } catch (error) {
      coming = null;
      throw isMissingPart(error) ? new MissingPartError(error) : error;
    }
  }
  return late;
}

/** Uses code that the page can do without: null until it is there, and where it cannot be fetched. */
export function useLate<Part>(late: Late<Part>, isNeeded: boolean): Part | null {
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const { loaded } = late;
  useEffect(() => {
    if (!isNeeded || loaded !== null) return undefined;
    let isShown = true;
    late().then(
      () => isShown && draw(),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [late, isNeeded, loaded]);
  return loaded;
}

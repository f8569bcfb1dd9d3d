import { lazyRouteComponent } from "@tanstack/react-router";
import { lazyLoad } from "./lazy-load.ts";

/**
 * A page whose code comes with the first visit, or ahead of it. The router's own loads the whole app anew when the code
 * cannot be fetched; without a connection that would take away all that is on the screen. Here the error page decides.
 */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(lazyLoad(load), name);
}

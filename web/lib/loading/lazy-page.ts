import { lazyRouteComponent } from "@tanstack/react-router";
import { sessionNow } from "../api/session-state.ts";
import { lazyLoad } from "./lazy-load.ts";

/** Time that the page before stays while the data of the next one come, in ms: shorter than a pause anybody notices. */
const PATIENCE_MS = 80;

/**
 * A page whose code comes with the first visit, or ahead of it. The router's own loads the whole app anew when the code
 * cannot be fetched; without a connection that would take away all that is on the screen. Here the error page decides.
 */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  const late = lazyLoad(load);
  return Object.assign(lazyRouteComponent(late, name), { late });
}

/**
 * A route's loader: what a page will ask for is asked for with the click, not when the page is drawn. Data that are
 * quick spare it from being drawn twice, first as what waits. `fetchData` gives nothing where the page's code is not
 * here yet; what it rejects with is left to the page, which asks for the same. A list that stays while its filters change
 * asks by itself, with the rows before on the screen: what somebody chose there must not wait to be seen in the address.
 */
export async function startData(
  fetchData: () => Promise<unknown> | undefined,
  cause: "preload" | "enter" | "stay" = "enter",
): Promise<void> {
  const data = sessionNow().user && cause !== "stay" ? fetchData() : undefined;
  if (!data) return;
  const patience = new Promise((resolve) => window.setTimeout(resolve, PATIENCE_MS));
  await Promise.race([data.catch(() => undefined), patience]);
}

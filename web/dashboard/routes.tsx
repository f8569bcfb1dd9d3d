import { createRoute } from "@tanstack/react-router";
import { isExternal } from "#contract/access/actor.ts";
import { lazyPage, startData } from "#web/lib/loading/lazy-page.ts";
import { sessionNow, useActor } from "#web/lib/api/session-state.ts";
import { protectedRoute } from "#web/root-route.tsx";

const ClientPage = lazyPage(() => import("./client/client-page.tsx"), "ClientPage");
const InternalPage = lazyPage(() => import("./internal-page.tsx"), "InternalPage");

export const dashboardRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/dashboard",
  loader: () => startData(() => pageNow()?.late.loaded?.fetchData()),
  component: Object.assign(DashboardPage, { preload }),
});

/** One address, two dashboards: external people see the client's. */
function DashboardPage() {
  return isExternal(useActor()) ? <ClientPage /> : <InternalPage />;
}

/** Loads only the page that the person will see. */
async function preload(): Promise<void> {
  await pageNow()?.preload?.();
}

/** Before the session is restored nobody knows which. */
function pageNow() {
  const type = sessionNow().user?.user_type;
  return type && (type === "external" ? ClientPage : InternalPage);
}

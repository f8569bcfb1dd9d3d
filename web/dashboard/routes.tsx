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
  loader: () => startData(fetchData),
  component: Object.assign(DashboardPage, { preload }),
});

/** One address, two dashboards: external people see the client's. */
function DashboardPage() {
  return isExternal(useActor()) ? <ClientPage /> : <InternalPage />;
}

/** Loads only the page that the person will see; before the session is restored nobody knows which. */
async function preload(): Promise<void> {
  const type = sessionNow().user?.user_type;
  if (type) await (type === "external" ? ClientPage : InternalPage).preload?.();
}

function fetchData(): Promise<void> | undefined {
  const { user } = sessionNow();
  if (user?.user_type === "external") return ClientPage.late.loaded?.fetchClientDashboard();
  return InternalPage.late.loaded?.fetchDashboard();
}

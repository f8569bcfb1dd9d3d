import { createRoute } from "@tanstack/react-router";
import { isExternal } from "#contract/access/actor.ts";
import { laterPage } from "../lib/later-page.ts";
import { sessionNow, useActor } from "../lib/session-state.ts";
import { protectedRoute } from "../root.tsx";

const ClientPage = laterPage(() => import("./client-page.tsx"), "ClientPage");
const InternalPage = laterPage(() => import("./internal-page.tsx"), "InternalPage");

export const dashboardRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/dashboard",
  component: Object.assign(DashboardPage, { preload }),
});

/** One address, two dashboards: whoever is external sees the client's. */
function DashboardPage() {
  return isExternal(useActor()) ? <ClientPage /> : <InternalPage />;
}

/** Only the page that the person will see; before the session is restored nobody knows which. */
async function preload(): Promise<void> {
  const type = sessionNow().user?.user_type;
  if (type) await (type === "external" ? ClientPage : InternalPage).preload?.();
}

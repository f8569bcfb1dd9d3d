import { createRoute, createRouter, redirect } from "@tanstack/react-router";
import { authRoutes } from "./auth/routes.tsx";
import { clientRoutes } from "./clients/routes.tsx";
import { companyRoutes } from "./companies/routes.tsx";
import { dashboardRoute } from "./dashboard/routes.tsx";
import { parseSearchText, writeSearchText } from "./lib/search-text.ts";
import { protectedRoute, rootRoute } from "./root.tsx";
import { roleRoutes } from "./roles/routes.tsx";
import { settingsRoutes } from "./settings/routes.tsx";
import { ErrorPage } from "./shell/error-page.tsx";
import { ticketRoutes } from "./tickets/routes.tsx";
import { LoadingBlock } from "./ui/spinner.tsx";
import { userRoutes } from "./users/routes.tsx";

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/dashboard", replace: true });
  },
});

/** The list of rooms. */
const routeTree = rootRoute.addChildren([
  indexRoute,
  ...authRoutes,
  protectedRoute.addChildren([
    dashboardRoute,
    ...ticketRoutes,
    ...userRoutes,
    ...clientRoutes,
    ...roleRoutes,
    ...companyRoutes,
    ...settingsRoutes,
  ]),
]);

export const router = createRouter({
  routeTree,
  parseSearch: parseSearchText,
  stringifySearch: writeSearchText,
  defaultPreload: "intent",
  defaultErrorComponent: ErrorPage,
  defaultPendingComponent: LoadingBlock,
  // An unknown path below a room is as unknown as any other.
  notFoundMode: "root",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

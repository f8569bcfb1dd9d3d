import { createRoute, createRouter, redirect } from "@tanstack/react-router";
import { loginRoute } from "./auth/routes.tsx";
import { dashboardRoute } from "./dashboard/routes.tsx";
import { parseSearchText, writeSearchText } from "./lib/search-text.ts";
import { protectedRoute, rootRoute } from "./root.tsx";
import { ErrorPage } from "./shell/error-page.tsx";
import { ticketRoutes } from "./tickets/routes.tsx";
import { LoadingBlock } from "./ui/spinner.tsx";

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
  loginRoute,
  protectedRoute.addChildren([dashboardRoute, ...ticketRoutes]),
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

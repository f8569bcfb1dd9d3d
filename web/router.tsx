import { createRoute, createRouter, redirect } from "@tanstack/react-router";
import { accessRoute } from "#web/access/routes.tsx";
import { auditRoute } from "#web/audit/routes.tsx";
import { authRoutes } from "#web/auth/routes.tsx";
import { calendarRoutes } from "#web/calendars/routes.tsx";
import { clientRoutes } from "#web/clients/routes.tsx";
import { companyRoutes } from "#web/companies/routes.tsx";
import { dashboardRoute } from "#web/dashboard/routes.tsx";
import { parseSearchText, writeSearchText } from "#web/lib/browser/search-params.ts";
import { importRoutes } from "#web/import/routes.tsx";
import { inboxRoute } from "#web/inbox/routes.tsx";
import { incomingRoute } from "#web/incoming/routes.tsx";
import { mailRoute } from "#web/mail/routes.tsx";
import { mailboxRoutes } from "#web/mailboxes/routes.tsx";
import { protectedRoute, rootRoute } from "./root-route.tsx";
import { reportRoute } from "#web/reports/routes.tsx";
import { roleRoutes } from "#web/roles/routes.tsx";
import { settingsRoutes } from "#web/settings/routes.tsx";
import { settingsRoute } from "#web/settings/settings-route.ts";
import { ErrorPage } from "#web/shell/error-page.tsx";
import { ticketRoutes } from "#web/tickets/routes.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { userRoutes } from "#web/users/routes.tsx";

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/dashboard", replace: true });
  },
});

/** The routes of all features. */
const routeTree = rootRoute.addChildren([
  indexRoute,
  ...authRoutes,
  protectedRoute.addChildren([
    dashboardRoute,
    inboxRoute,
    ...ticketRoutes,
    incomingRoute,
    ...userRoutes,
    ...clientRoutes,
    ...roleRoutes,
    ...companyRoutes,
    reportRoute,
    ...importRoutes,
    ...mailboxRoutes,
    settingsRoute.addChildren([...settingsRoutes, ...calendarRoutes, mailRoute, accessRoute, auditRoute]),
  ]),
]);

export const router = createRouter({
  routeTree,
  parseSearch: parseSearchText,
  stringifySearch: writeSearchText,
  defaultPreload: "intent",
  defaultErrorComponent: ErrorPage,
  defaultPendingComponent: LoadingBlock,
  // An unknown path below a feature is as unknown as any other.
  notFoundMode: "root",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

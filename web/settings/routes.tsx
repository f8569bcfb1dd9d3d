import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { protectedRoute } from "../root.tsx";
import { readAuditSearch } from "./audit-search.ts";
import { mayManageSettings, mayOpenAccess, mayOpenAudit, mayOpenMail, mayOpenTeams } from "./pages.ts";

const settingsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/settings",
  component: lazyRouteComponent(() => import("./settings-page.tsx"), "SettingsPage"),
});

const accountRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/",
  component: lazyRouteComponent(() => import("./account-page.tsx"), "AccountPage"),
});

const organizationRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/organization",
  component: lazyRouteComponent(() => import("./organization-page.tsx"), "OrganizationPage"),
  staticData: { may: mayManageSettings },
});

const teamsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/teams",
  component: lazyRouteComponent(() => import("./teams-page.tsx"), "TeamsPage"),
  staticData: { may: mayOpenTeams },
});

const mailRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/mail",
  component: lazyRouteComponent(() => import("./mail-page.tsx"), "MailPage"),
  staticData: { may: mayOpenMail },
});

const auditRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/audit",
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import("./audit-page.tsx"), "AuditPage"),
  staticData: { may: mayOpenAudit },
});

const accessRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/access",
  component: lazyRouteComponent(() => import("./access-page.tsx"), "AccessPage"),
  staticData: { may: mayOpenAccess },
});

export const settingsRoutes = [
  settingsRoute.addChildren([
    accountRoute,
    organizationRoute,
    teamsRoute,
    mailRoute,
    accessRoute,
    auditRoute,
  ]),
];

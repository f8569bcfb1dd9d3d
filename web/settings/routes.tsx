import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "#web/lib/loading/lazy-page.ts";
import { protectedRoute } from "#web/root-route.tsx";
import { readAuditSearch } from "#web/audit/audit-search-params.ts";
import { mayManageSettings, mayOpenAccess, mayOpenAudit, mayOpenMail, mayOpenTeams } from "./page-access.ts";

const settingsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/settings",
  component: lazyPage(() => import("./settings-page.tsx"), "SettingsPage"),
});

const accountRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/",
  component: lazyPage(() => import("./account/account-page.tsx"), "AccountPage"),
});

const organizationRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/organization",
  component: lazyPage(() => import("./organization/organization-page.tsx"), "OrganizationPage"),
  staticData: { may: mayManageSettings },
});

const teamsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/teams",
  component: lazyPage(() => import("./organization/teams-page.tsx"), "TeamsPage"),
  staticData: { may: mayOpenTeams },
});

const mailRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/mail",
  component: lazyPage(() => import("#web/mail/mail-page.tsx"), "MailPage"),
  staticData: { may: mayOpenMail },
});

const auditRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/audit",
  validateSearch: readAuditSearch,
  component: lazyPage(() => import("#web/audit/audit-page.tsx"), "AuditPage"),
  staticData: { may: mayOpenAudit },
});

const accessRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/access",
  component: lazyPage(() => import("#web/access/access-page.tsx"), "AccessPage"),
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

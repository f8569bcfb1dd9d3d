import { createRoute } from "@tanstack/react-router";
import { laterPage } from "../lib/later-page.ts";
import { protectedRoute } from "../root.tsx";
import { readAuditSearch } from "./audit-search.ts";
import { mayManageSettings, mayOpenAccess, mayOpenAudit, mayOpenMail, mayOpenTeams } from "./pages.ts";

const settingsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/settings",
  component: laterPage(() => import("./settings-page.tsx"), "SettingsPage"),
});

const accountRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/",
  component: laterPage(() => import("./account-page.tsx"), "AccountPage"),
});

const organizationRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/organization",
  component: laterPage(() => import("./organization-page.tsx"), "OrganizationPage"),
  staticData: { may: mayManageSettings },
});

const teamsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/teams",
  component: laterPage(() => import("./teams-page.tsx"), "TeamsPage"),
  staticData: { may: mayOpenTeams },
});

const mailRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/mail",
  component: laterPage(() => import("./mail-page.tsx"), "MailPage"),
  staticData: { may: mayOpenMail },
});

const auditRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/audit",
  validateSearch: readAuditSearch,
  component: laterPage(() => import("./audit-page.tsx"), "AuditPage"),
  staticData: { may: mayOpenAudit },
});

const accessRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/access",
  component: laterPage(() => import("./access-page.tsx"), "AccessPage"),
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

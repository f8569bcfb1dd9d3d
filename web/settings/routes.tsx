import { createRoute, redirect } from "@tanstack/react-router";
import { mayManageSettings, mayOpenTeams } from "#contract/access/may-open-page.ts";
import { maySeeReplies } from "#contract/access/replies.ts";
import { mayManageSla, mayReadSla } from "#contract/access/sla.ts";
import { mayManageTags } from "#contract/access/tags.ts";
import { lazyPage } from "#web/lib/loading/lazy-page.ts";
import { readVersion } from "#web/sla/versions/read-version.ts";
import {
  ACCOUNT_SECTIONS,
  type AccountSection,
  ORGANIZATION_SECTIONS,
  type OrganizationSection,
} from "./sections.ts";
import { readRepliesSearch } from "./replies/replies-search-params.ts";
import { settingsRoute } from "./settings-route.ts";

const AccountPage = lazyPage(() => import("./account/account-page.tsx"), "AccountPage");
const OrganizationPage = lazyPage(() => import("./organization/organization-page.tsx"), "OrganizationPage");

const accountRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/",
  beforeLoad: ({ location }) => leaveAnchor(ACCOUNT_SECTIONS, location.hash),
  component: AccountPage,
});

const organizationRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/organization",
  beforeLoad: ({ location: { hash } }) =>
    leaveAnchor(ORGANIZATION_SECTIONS, hash === "second-factor" ? "second-factor-rule" : hash),
  component: OrganizationPage,
  staticData: { may: mayManageSettings },
});

const accountRoutes = ACCOUNT_SECTIONS.map((section) =>
  createRoute({ getParentRoute: () => settingsRoute, path: `/${section}`, component: AccountPage }),
);

const organizationRoutes = ORGANIZATION_SECTIONS.map((section) =>
  createRoute({
    getParentRoute: () => settingsRoute,
    path: `/${section}`,
    component: OrganizationPage,
    staticData: { may: mayManageSettings },
  }),
);

const teamsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/teams",
  component: lazyPage(() => import("./organization/teams-page.tsx"), "TeamsPage"),
  staticData: { may: mayOpenTeams },
});

const tagsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/tags",
  component: lazyPage(() => import("./organization/tags-page.tsx"), "TagsPage"),
  staticData: { may: mayManageTags },
});

const repliesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/replies",
  validateSearch: readRepliesSearch,
  component: lazyPage(() => import("./replies/replies-page.tsx"), "RepliesPage"),
  staticData: { may: maySeeReplies },
});

const levelsRoutes = [
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/service-levels",
    component: lazyPage(() => import("./service-levels/levels-page.tsx"), "LevelsPage"),
    staticData: { may: mayReadSla },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/service-levels/new",
    component: lazyPage(() => import("./service-levels/new-level-page.tsx"), "NewLevelPage"),
    staticData: { may: mayManageSla },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/service-levels/$policyId",
    validateSearch: ({ version }: Record<string, unknown>) => readVersion(version),
    component: lazyPage(() => import("./service-levels/level-page.tsx"), "LevelPage"),
    staticData: { may: mayReadSla },
  }),
] as const;

/** Sections were anchors of one page once: their old addresses lead to the pages of today. */
function leaveAnchor(sections: readonly (AccountSection | OrganizationSection)[], hash: string): void {
  const section = sections.find((one) => one === hash);
  if (section) throw redirect({ to: `/settings/${section}`, replace: true });
}

export const settingsRoutes = [
  accountRoute,
  organizationRoute,
  ...accountRoutes,
  ...organizationRoutes,
  teamsRoute,
  tagsRoute,
  repliesRoute,
  ...levelsRoutes,
];

import { createRoute } from "@tanstack/react-router";
import { mayManageSettings } from "#contract/access/may-open-page.ts";
import { lazyPage } from "#web/lib/loading/lazy-page.ts";
import { protectedRoute } from "#web/root-route.tsx";

const listRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/import",
  component: lazyPage(() => import("./import-page.tsx"), "ImportPage"),
  staticData: { may: mayManageSettings },
});

const oneRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/import/$importId",
  component: lazyPage(() => import("./one-import-page.tsx"), "OneImportPage"),
  staticData: { may: mayManageSettings },
});

export const importRoutes = [listRoute, oneRoute];

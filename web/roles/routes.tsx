import { createRoute } from "@tanstack/react-router";
import { mayOpenRoles } from "#contract/access/may-open-page.ts";
import { lazyPage } from "#web/lib/loading/lazy-page.ts";
import { protectedRoute } from "#web/root-route.tsx";

const ofUser = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/users/$userId/roles",
  component: lazyPage(() => import("./user-roles-page.tsx"), "ManagePage"),
  staticData: { may: mayOpenRoles },
});

const ofClient = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/clients/$userId/roles",
  component: lazyPage(() => import("./user-roles-page.tsx"), "ManagePage"),
  staticData: { may: mayOpenRoles },
});

export const roleRoutes = [ofUser, ofClient];

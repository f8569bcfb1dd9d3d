import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { mayOpenRoles } from "#contract/access/pages.ts";
import { protectedRoute } from "../root.tsx";

const ofUser = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/users/$userId/roles",
  component: lazyRouteComponent(() => import("./manage-page.tsx"), "ManagePage"),
  staticData: { may: mayOpenRoles },
});

const ofClient = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/clients/$userId/roles",
  component: lazyRouteComponent(() => import("./manage-page.tsx"), "ManagePage"),
  staticData: { may: mayOpenRoles },
});

export const roleRoutes = [ofUser, ofClient];

import { createRoute } from "@tanstack/react-router";
import { mayOpenRoles } from "#contract/access/pages.ts";
import { laterPage } from "../lib/later-page.ts";
import { protectedRoute } from "../root.tsx";

const ofUser = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/users/$userId/roles",
  component: laterPage(() => import("./manage-page.tsx"), "ManagePage"),
  staticData: { may: mayOpenRoles },
});

const ofClient = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/clients/$userId/roles",
  component: laterPage(() => import("./manage-page.tsx"), "ManagePage"),
  staticData: { may: mayOpenRoles },
});

export const roleRoutes = [ofUser, ofClient];

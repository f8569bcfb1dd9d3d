import { createRoute, redirect } from "@tanstack/react-router";
import { protectedRoute } from "../root.tsx";

/** The address everybody starts at. The metrics have no page of their own yet, so the ticket list stands in for it. */
export const dashboardRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/dashboard",
  beforeLoad: () => {
    throw redirect({ href: "/tickets", replace: true });
  },
});

import { createRoute } from "@tanstack/react-router";
import { mayReadReports } from "#contract/access/sla.ts";
import { lazyPage } from "#web/lib/loading/lazy-page.ts";
import { protectedRoute } from "#web/root-route.tsx";
import type { ReportSearch } from "./report-search-params.ts";

export const reportRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/reports",
  // The page reads it: what is wrong in it is wrong there alone.
  validateSearch: (search: ReportSearch) => search,
  component: lazyPage(() => import("./report-page.tsx"), "ReportPage"),
  staticData: { may: mayReadReports },
});

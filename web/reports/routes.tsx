import { createRoute } from "@tanstack/react-router";
import { mayReadReports } from "#contract/access/sla.ts";
import { lazyPage } from "#web/lib/loading/lazy-page.ts";
import { protectedRoute } from "#web/root-route.tsx";
import { readReportSearch } from "./report-search-params.ts";

export const reportRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/reports",
  validateSearch: readReportSearch,
  component: lazyPage(() => import("./report-page.tsx"), "ReportPage"),
  staticData: { may: mayReadReports },
});

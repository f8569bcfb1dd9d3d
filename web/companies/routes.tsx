import { createRoute } from "@tanstack/react-router";
import { mayOpenCompanies } from "#contract/access/may-open-page.ts";
import { lazyPage } from "#web/lib/loading/lazy-page.ts";
import { protectedRoute } from "#web/root-route.tsx";
import { readCompanySearch } from "./company-search-params.ts";

const listRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/companies",
  validateSearch: readCompanySearch,
  component: lazyPage(() => import("./list-page.tsx"), "ListPage"),
  staticData: { may: mayOpenCompanies },
});

export const companyRoutes = [listRoute];

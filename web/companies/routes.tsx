import { createRoute } from "@tanstack/react-router";
import { mayOpenCompanies } from "#contract/access/pages.ts";
import { laterPage } from "../lib/later-page.ts";
import { protectedRoute } from "../root.tsx";
import { readCompanySearch } from "./company-search.ts";

const listRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/companies",
  validateSearch: readCompanySearch,
  component: laterPage(() => import("./list-page.tsx"), "ListPage"),
  staticData: { may: mayOpenCompanies },
});

export const companyRoutes = [listRoute];

import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { mayOpenClients } from "#contract/access/pages.ts";
import { protectedRoute } from "../root.tsx";
import { readUserSearch } from "../users/user-search.ts";

const listRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/clients",
  validateSearch: readUserSearch,
  component: lazyRouteComponent(() => import("./list-page.tsx"), "ListPage"),
  staticData: { may: mayOpenClients },
});

export const clientRoutes = [listRoute];

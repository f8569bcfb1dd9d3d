import { createRoute } from "@tanstack/react-router";
import { mayOpenClients } from "#contract/access/may-open-page.ts";
import { lazyPage } from "#web/lib/loading/lazy-page.ts";
import { protectedRoute } from "#web/root-route.tsx";
import { readUserSearch } from "#web/users/list/user-search-params.ts";

const listRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/clients",
  validateSearch: readUserSearch,
  component: lazyPage(() => import("./list-page.tsx"), "ListPage"),
  staticData: { may: mayOpenClients },
});

export const clientRoutes = [listRoute];

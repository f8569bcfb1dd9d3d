import { createRoute } from "@tanstack/react-router";
import { mayOpenUsers } from "#contract/access/may-open-page.ts";
import { lazyPage } from "#web/lib/loading/lazy-page.ts";
import { protectedRoute } from "#web/root-route.tsx";
import { readUserSearch } from "./list/user-search-params.ts";

const listRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/users",
  validateSearch: readUserSearch,
  component: lazyPage(() => import("./list/list-page.tsx"), "ListPage"),
  staticData: { may: mayOpenUsers },
});

export const userRoutes = [listRoute];

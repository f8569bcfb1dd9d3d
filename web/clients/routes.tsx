import { createRoute } from "@tanstack/react-router";
import { mayOpenClients } from "#contract/access/pages.ts";
import { laterPage } from "../lib/later-page.ts";
import { protectedRoute } from "../root.tsx";
import { readUserSearch } from "../users/user-search.ts";

const listRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/clients",
  validateSearch: readUserSearch,
  component: laterPage(() => import("./list-page.tsx"), "ListPage"),
  staticData: { may: mayOpenClients },
});

export const clientRoutes = [listRoute];

import { createRoute } from "@tanstack/react-router";
import { mayOpenUsers } from "#contract/access/pages.ts";
import { laterPage } from "../lib/later-page.ts";
import { protectedRoute } from "../root.tsx";
import { readUserSearch } from "./user-search.ts";

const listRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/users",
  validateSearch: readUserSearch,
  component: laterPage(() => import("./list-page.tsx"), "ListPage"),
  staticData: { may: mayOpenUsers },
});

export const userRoutes = [listRoute];

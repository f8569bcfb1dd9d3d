import { createRoute } from "@tanstack/react-router";
import { mayCreateTicket } from "#contract/access/tickets.ts";
import { laterPage } from "../lib/later-page.ts";
import { protectedRoute } from "../root.tsx";
import { rememberList } from "./list-memory.ts";
import { readListSearch } from "./list-search.ts";
import { readNewSearch } from "./new-search.ts";

const listRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/tickets",
  validateSearch: readListSearch,
  onEnter: ({ search }) => rememberList(readListSearch(search)),
  onStay: ({ search }) => rememberList(readListSearch(search)),
  component: laterPage(() => import("./list-page.tsx"), "ListPage"),
});

const newRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/tickets/new",
  validateSearch: readNewSearch,
  component: laterPage(() => import("./new-page.tsx"), "NewPage"),
  staticData: { may: mayCreateTicket },
});

const detailRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/tickets/$ticketId",
  component: laterPage(() => import("./detail-page.tsx"), "DetailPage"),
});

const editRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/tickets/$ticketId/edit",
  component: laterPage(() => import("./edit-page.tsx"), "EditPage"),
});

export const ticketRoutes = [listRoute, newRoute, detailRoute, editRoute];

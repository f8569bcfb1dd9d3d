import { createRoute } from "@tanstack/react-router";
import { mayCreateTicket } from "#contract/access/tickets.ts";
import { lazyPage } from "#web/lib/loading/lazy-page.ts";
import { protectedRoute } from "#web/root-route.tsx";
import { rememberLastList } from "./last-list.ts";
import { readListSearch } from "./list-search-params.ts";
import { readNewSearch } from "./create/new-ticket-search-params.ts";

const listRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/tickets",
  validateSearch: readListSearch,
  onEnter: ({ search }) => rememberLastList(readListSearch(search)),
  onStay: ({ search }) => rememberLastList(readListSearch(search)),
  component: lazyPage(() => import("./list/list-page.tsx"), "ListPage"),
});

const newRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/tickets/new",
  validateSearch: readNewSearch,
  component: lazyPage(() => import("./create/new-page.tsx"), "NewPage"),
  staticData: { may: mayCreateTicket },
});

const detailRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/tickets/$ticketId",
  component: lazyPage(() => import("./detail/detail-page.tsx"), "DetailPage"),
});

const editRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/tickets/$ticketId/edit",
  component: lazyPage(() => import("./edit/edit-page.tsx"), "EditPage"),
});

export const ticketRoutes = [listRoute, newRoute, detailRoute, editRoute];

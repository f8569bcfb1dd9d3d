import { createRoute } from "@tanstack/react-router";
import { mayCreateTicket } from "#contract/access/tickets.ts";
import { LIMITS } from "#contract/limits.ts";
import { lazyPage, startData } from "#web/lib/loading/lazy-page.ts";
import { protectedRoute } from "#web/root-route.tsx";
import type { ReceiptSearch } from "#web/sla/receipt-search.ts";
import { rememberLastList } from "./last-shown-list.ts";
import { readListSearch } from "./list-search-params.ts";

const ListPage = lazyPage(() => import("./list/list-page.tsx"), "ListPage");

const listRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/tickets",
  validateSearch: readListSearch,
  onEnter: ({ search }) => rememberLastList(readListSearch(search)),
  onStay: ({ search }) => rememberLastList(readListSearch(search)),
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => startData(() => ListPage.late.loaded?.fetchList(deps), cause),
  component: ListPage,
});

const newRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/tickets/new",
  validateSearch: readNewSearch,
  component: lazyPage(() => import("./create/new-page.tsx"), "NewPage"),
  staticData: { may: mayCreateTicket },
});

const DetailPage = lazyPage(() => import("./detail/detail-page.tsx"), "DetailPage");

const detailRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/tickets/$ticketId",
  // Its parts read what they know of it.
  validateSearch: (search: ReceiptSearch) => search,
  loader: ({ params }) => startData(() => DetailPage.late.loaded?.fetchTicket(params.ticketId)),
  component: DetailPage,
});

const editRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/tickets/$ticketId/edit",
  component: lazyPage(() => import("./edit/edit-page.tsx"), "EditPage"),
});

export const ticketRoutes = [listRoute, newRoute, detailRoute, editRoute];

/** The closed ticket that the new one follows up, and the subject to start with. */
type NewSearch = { follow_up_of?: string; subject?: string };

/** Reads the address of the create page; a value that is no id is dropped, a subject cut to its limit. */
function readNewSearch(raw: Record<string, unknown>): NewSearch {
  const { follow_up_of: id, subject } = raw;
  const words = typeof subject === "string" ? subject.trim().slice(0, LIMITS.subject) : "";
  return {
    ...(typeof id === "string" &&
      /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) && { follow_up_of: id }),
    ...(words && { subject: words }),
  };
}

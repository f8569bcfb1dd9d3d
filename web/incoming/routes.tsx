import { createRoute } from "@tanstack/react-router";
import { mayOpenIncoming } from "#contract/access/may-open-page.ts";
import { lazyPage } from "#web/lib/loading/lazy-page.ts";
import { protectedRoute } from "#web/root-route.tsx";
import { readIncomingSearch } from "./incoming-search-params.ts";

export const incomingRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/incoming",
  validateSearch: readIncomingSearch,
  component: lazyPage(() => import("./incoming-page.tsx"), "IncomingPage"),
  staticData: { may: mayOpenIncoming },
});

import { createRoute } from "@tanstack/react-router";
import { mayHaveInbox } from "#contract/access/inbox.ts";
import { lazyPage } from "#web/lib/loading/lazy-page.ts";
import { protectedRoute } from "#web/root-route.tsx";

export const inboxRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/inbox",
  // The page reads which tab that is.
  validateSearch: ({ tab }: Record<string, unknown>) => (typeof tab === "string" ? { tab } : {}),
  component: lazyPage(() => import("./inbox-page.tsx"), "InboxPage"),
  staticData: { may: mayHaveInbox },
});

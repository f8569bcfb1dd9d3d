import { createRoute } from "@tanstack/react-router";
import { mayHaveInbox } from "#contract/access/inbox.ts";
import { lazyPage, startData } from "#web/lib/loading/lazy-page.ts";
import { protectedRoute } from "#web/root-route.tsx";

const InboxPage = lazyPage(() => import("./inbox-page.tsx"), "InboxPage");

export const inboxRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/inbox",
  // The page reads which tab that is.
  validateSearch: ({ tab }: Record<string, unknown>) => (typeof tab === "string" ? { tab } : {}),
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => startData(() => InboxPage.late.loaded?.fetchInbox(deps), cause),
  component: InboxPage,
  staticData: { may: mayHaveInbox },
});

import { createRootRoute, createRoute } from "@tanstack/react-router";
import type { Actor } from "#contract/access/actor.ts";
import { ErrorPage } from "#web/shell/error-page.tsx";
import { NotFound } from "#web/shell/not-found-page.tsx";
import { RequireSession } from "#web/shell/require-session.tsx";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The access rule of the page; absent means everybody signed in. Others get the forbidden page (rule 6). */
    may?: (actor: Actor) => boolean;
  }
  interface HistoryState {
    /** The page a visitor wanted before signing in; a path of this app. */
    wanted?: string;
  }
}

export const rootRoute = createRootRoute({ notFoundComponent: NotFound, errorComponent: ErrorPage });

/** Parent of every page that needs a session; features put their routes below it. */
export const protectedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "protected",
  component: RequireSession,
});

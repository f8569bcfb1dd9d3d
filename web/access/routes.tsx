import { createRoute } from "@tanstack/react-router";
import { mayOpenAccess } from "#contract/access/may-open-page.ts";
import { lazyPage } from "#web/lib/loading/lazy-page.ts";
import { settingsRoute } from "#web/settings/settings-route.ts";

export const accessRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/access",
  component: lazyPage(() => import("./access-page.tsx"), "AccessPage"),
  staticData: { may: mayOpenAccess },
});

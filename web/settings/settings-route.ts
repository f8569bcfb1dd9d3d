import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "#web/lib/loading/lazy-page.ts";
import { protectedRoute } from "#web/root-route.tsx";

/** The frame of the settings; features hang their pages of the settings below it. */
export const settingsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/settings",
  component: lazyPage(() => import("./settings-page.tsx"), "SettingsPage"),
});

import { createRoute } from "@tanstack/react-router";
import { mayOpenMail } from "#contract/access/may-open-page.ts";
import { lazyPage } from "#web/lib/loading/lazy-page.ts";
import { settingsRoute } from "#web/settings/settings-route.ts";

export const mailRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/mail",
  component: lazyPage(() => import("./mail-page.tsx"), "MailPage"),
  staticData: { may: mayOpenMail },
});

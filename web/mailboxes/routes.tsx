import { createRoute } from "@tanstack/react-router";
import { mayManageSettings } from "#contract/access/may-open-page.ts";
import { lazyPage } from "#web/lib/loading/lazy-page.ts";
import { protectedRoute } from "#web/root-route.tsx";

const newRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/settings/mail/mailboxes/new",
  component: lazyPage(() => import("./new-mailbox-page.tsx"), "NewMailboxPage"),
  staticData: { may: mayManageSettings },
});

const oneRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: "/settings/mail/mailboxes/$mailboxId",
  component: lazyPage(() => import("./mailbox-page.tsx"), "MailboxPage"),
  staticData: { may: mayManageSettings },
});

export const mailboxRoutes = [newRoute, oneRoute];

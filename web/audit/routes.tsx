import { createRoute } from "@tanstack/react-router";
import { mayOpenAudit } from "#contract/access/may-open-page.ts";
import { lazyPage } from "#web/lib/loading/lazy-page.ts";
import { settingsRoute } from "#web/settings/settings-route.ts";
import { readAuditSearch } from "./audit-search-params.ts";

export const auditRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/audit",
  validateSearch: readAuditSearch,
  component: lazyPage(() => import("./audit-page.tsx"), "AuditPage"),
  staticData: { may: mayOpenAudit },
});

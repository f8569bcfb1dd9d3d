import { createRoute } from "@tanstack/react-router";
import { mayReadSla } from "#contract/access/sla.ts";
import { lazyPage } from "#web/lib/loading/lazy-page.ts";
import { settingsRoute } from "#web/settings/settings-route.ts";
import { readCalendarSearch } from "./calendar-search-params.ts";

const listRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/calendars",
  component: lazyPage(() => import("./calendars-page.tsx"), "CalendarsPage"),
  staticData: { may: mayReadSla },
});

/** `new` stands for one that is not there yet. */
const oneRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/calendars/$calendarId",
  validateSearch: readCalendarSearch,
  component: lazyPage(() => import("./calendar-page.tsx"), "CalendarPage"),
  staticData: { may: mayReadSla },
});

export const calendarRoutes = [listRoute, oneRoute];

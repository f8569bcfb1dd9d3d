import { calendars } from "#contract/calendars.ts";
import { serve, serveObject, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { listCountries, proposeHolidays } from "./holidays.ts";
import { getCalendar, listCalendars } from "./read.ts";
import { archiveCalendar, createCalendar, saveCalendar } from "./write.ts";

export function calendarRoutes(router: RouteContext): void {
  serve(router, calendars.list, (ctx, { query }) => listCalendars(ctx, query));
  serve(router, calendars.countries, async () => listCountries());
  serve(router, calendars.holidays, async (_ctx, { query }) => proposeHolidays(query));
  serveObject(router, calendars.get, (ctx, { params, query }) => getCalendar(ctx, params.calendar_id, query));
  serve(router, calendars.create, (ctx, { body }) => createCalendar(ctx, body));
  serve(router, calendars.save, (ctx, { params, body }) => saveCalendar(ctx, params.calendar_id, body));
  serve(router, calendars.archive, (ctx, { params }) => archiveCalendar(ctx, params.calendar_id));
}

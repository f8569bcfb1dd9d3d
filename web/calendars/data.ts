import { queryOptions, useMutation } from "@tanstack/react-query";
import { calendarKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { LANGUAGE } from "#web/lib/language.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { CALENDAR_MESSAGES as MESSAGES, HOLIDAY_MESSAGES } from "./messages.ts";

export type CalendarLine = ReplyOf<"GET /calendars">["calendars"][number];
export type Calendar = ReplyOf<"GET /calendars/{calendar_id}">["calendar"];
export type CalendarDraft = BodyOf<"POST /calendars">;
type CalendarChange = BodyOf<"PUT /calendars/{calendar_id}">;
export type Holiday = ReplyOf<"GET /calendars/holidays">["days"][number];
export type HolidayQuery = { country: string; region?: string; year: number };

/** A calendar as it is now, or as one of its versions was, which never changes. */
export function calendarQuery(id: string, version: number | null) {
  return queryOptions({
    queryKey: calendarKeys.detail(id, version),
    queryFn: async ({ signal }) =>
      (
        await api("GET /calendars/{calendar_id}", {
          params: { calendar_id: id },
          query: version === null ? {} : { version },
          signal,
          fallback: MESSAGES.failedToFetchOne,
        })
      ).calendar,
  });
}

export function useCreateCalendar() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Submission<CalendarDraft>) =>
      keepSaved(api("POST /calendars", { body, idempotencyKey })),
    onSettled: readAnew,
  });
}

/** Saves over one; its body names the version that the form began with. */
export function useChangeCalendar(id: string) {
  return useMutation({
    mutationFn: ({ body }: Submission<CalendarChange>) =>
      keepSaved(api("PUT /calendars/{calendar_id}", { params: { calendar_id: id }, body })),
    // Refused because somebody saved meanwhile: theirs is read.
    onSettled: readAnew,
  });
}

async function keepSaved(saving: Promise<{ calendar: Calendar }>): Promise<Calendar> {
  const { calendar } = await toastOutcome(saving, { done: MESSAGES.saved, failed: MESSAGES.failedToSave });
  queryClient.setQueryData(calendarQuery(calendar.id, null).queryKey, calendar);
  return calendar;
}

function readAnew(): void {
  void queryClient.invalidateQueries({ queryKey: calendarKeys.all() });
}

export function useArchiveCalendar(id: string) {
  return useMutation({
    mutationFn: () =>
      toastOutcome(api("DELETE /calendars/{calendar_id}", { params: { calendar_id: id } }), {
        done: MESSAGES.archived,
        failed: MESSAGES.failedToArchive,
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: calendarKeys.all() }),
  });
}

export const countriesQuery = queryOptions({
  queryKey: calendarKeys.holidays(null),
  queryFn: ({ signal }) =>
    api("GET /calendars/holidays/countries", { signal, fallback: HOLIDAY_MESSAGES.failed }),
  staleTime: Number.POSITIVE_INFINITY,
});

export function holidaysQuery(query: HolidayQuery) {
  return queryOptions({
    queryKey: calendarKeys.holidays(query),
    queryFn: async ({ signal }) =>
      (
        await api("GET /calendars/holidays", {
          query: { ...query, language: LANGUAGE },
          signal,
          fallback: HOLIDAY_MESSAGES.failed,
        })
      ).days,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

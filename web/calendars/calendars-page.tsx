import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CalendarClock, ChevronRight, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { mayManageSla } from "#contract/access/sla.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { usePageTitle } from "#web/lib/public-config.ts";
import { Section } from "#web/settings/section.tsx";
import { timeZonePick } from "#web/settings/time-zone-picks.ts";
import { useResumedApplying } from "#web/sla/preview/data.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { ButtonLink } from "#web/ui/form/button-link.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { factsOf } from "./calendar-facts.ts";
import { calendarsQuery } from "#web/sla/agreed/data.ts";
import type { CalendarLine } from "./data.ts";
import { CALENDAR_FORM_MESSAGES, CALENDAR_MESSAGES as MESSAGES } from "./messages.ts";
import { MissingHolidays } from "./missing-holidays.tsx";
import "#web/styles/service-levels.css";

/** The calendars of the desk. */
export function CalendarsPage() {
  useResumedApplying();
  usePageTitle(MESSAGES.title);
  const list = useQuery(calendarsQuery);
  const mayManage = mayManageSla(useActor());
  const add = (
    <ButtonLink
      to="/settings/calendars/$calendarId"
      params={{ calendarId: "new" }}
      look="primary"
      icon={<Plus className="icon" />}
    >
      {MESSAGES.new}
    </ButtonLink>
  );
  return (
    <>
      {mayManage &&
        list.data?.map(
          ({ id, name, holidays_missing: year }) =>
            year !== null && (
              <MissingHolidays
                key={id}
                year={year}
                name={name}
                action={
                  <ButtonLink
                    to="/settings/calendars/$calendarId"
                    params={{ calendarId: id }}
                    search={{ propose: true }}
                    size="small"
                  >
                    {CALENDAR_FORM_MESSAGES.propose}
                  </ButtonLink>
                }
              />
            ),
        )}
      <Section
        id="calendars"
        title={MESSAGES.title}
        caption={MESSAGES.caption}
        actions={mayManage && list.data && list.data.length > 0 ? add : undefined}
      >
        <Rows list={list} add={mayManage ? add : null} />
      </Section>
    </>
  );
}

function Rows({
  list: { data, error, isError, refetch },
  add,
}: {
  list: ReturnType<typeof useQuery<CalendarLine[]>>;
  add: ReactNode;
}) {
  if (isError) {
    const title = failureMessage(error, MESSAGES.failedToFetch) ?? MESSAGES.failedToFetch;
    return <ErrorState title={title} onRetry={() => void refetch()} />;
  }
  if (data?.length === 0)
    return (
      <EmptyState title={MESSAGES.empty} actions={add}>
        <p>{MESSAGES.emptyHint}</p>
      </EmptyState>
    );
  return (
    <ul className="calendar-list" aria-busy={data === undefined || undefined}>
      {data ? data.map((calendar) => <Row key={calendar.id} calendar={calendar} />) : <SkeletonRows />}
    </ul>
  );
}

function Row({ calendar }: { calendar: CalendarLine }) {
  return (
    <li>
      <Link
        to="/settings/calendars/$calendarId"
        params={{ calendarId: calendar.id }}
        className="calendar-row"
      >
        <CalendarClock className="icon" />
        <span className="grow">
          <span className="weight-medium">{calendar.name}</span>
          <span className="text-tiny muted">
            {timeZonePick(calendar.zone).label} · {factsOf(calendar)}
          </span>
        </span>
        <ChevronRight className="icon" />
      </Link>
    </li>
  );
}

function SkeletonRows() {
  return ["14rem", "11rem"].map((width) => (
    <li key={width} className="calendar-row">
      <Skeleton width="1rem" height="1rem" />
      <span className="grow">
        <Skeleton width={width} height="1rem" />
        <Skeleton width="18rem" height="0.75rem" />
      </span>
    </li>
  ));
}

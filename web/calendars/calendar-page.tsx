import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { mayManageSla } from "#contract/access/sla.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { usePageTitle } from "#web/lib/public-config.ts";
import { useResumedApplying } from "#web/sla/preview/data.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { BackLink } from "#web/ui/page-head.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { CalendarShown } from "./calendar-shown.tsx";
import { calendarQuery } from "./data.ts";
import { EditedCalendar } from "./edited-calendar.tsx";
import { CALENDAR_MESSAGES as MESSAGES } from "./messages.ts";
import { NewCalendar } from "./new-calendar.tsx";
import "#web/styles/service-levels.css";

/** One calendar, or the form of a new one. */
export function CalendarPage() {
  useResumedApplying();
  const { calendarId } = useParams({ from: "/protected/settings/calendars/$calendarId" });
  const mayManage = mayManageSla(useActor());
  const isNew = calendarId === "new";
  if (isNew && !mayManage) return <Navigate to="/settings/calendars" replace />;
  return (
    <>
      <BackLink to="/settings/calendars">{MESSAGES.title}</BackLink>
      {isNew ? <NewCalendar /> : <KeptCalendar id={calendarId} mayManage={mayManage} />}
    </>
  );
}

/** Its form, or to be read where it is a former version, archived, or somebody else's to change. */
function KeptCalendar({ id, mayManage }: { id: string; mayManage: boolean }) {
  const { version = null, propose = false } = useSearch({
    from: "/protected/settings/calendars/$calendarId",
  });
  const navigate = useNavigate();
  const { data, isPending, error, refetch } = useQuery(calendarQuery(id, version));
  usePageTitle(data?.name ?? MESSAGES.title);
  if (isPending) return <LoadingBlock label={MESSAGES.loading} visible />;
  if (!data)
    return (
      <ErrorState
        title={failureMessage(error, MESSAGES.failedToFetchOne) ?? MESSAGES.failedToFetchOne}
        onRetry={() => void refetch()}
      />
    );
  if (!mayManage || data.archived_at !== null || data.shown_version !== data.version)
    return <CalendarShown calendar={data} />;
  return (
    <EditedCalendar
      key={id}
      calendar={data}
      isProposing={propose}
      onGone={() => void navigate({ to: "/settings/calendars", replace: true })}
    />
  );
}

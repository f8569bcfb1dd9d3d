import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { mayManageSla } from "#contract/access/sla.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { usePageTitle } from "#web/lib/public-config.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { BackLink } from "#web/ui/page-head.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { CalendarShown } from "./calendar-shown.tsx";
import { calendarQuery } from "./data.ts";
import { EditedCalendar } from "./edited-calendar.tsx";
import { CALENDAR_MESSAGES as MESSAGES } from "./messages.ts";
import "#web/styles/service-levels.css";

/** One calendar: its form, or to be read where it is a former version, archived, or somebody else's to change. */
export function CalendarPage() {
  const { calendarId } = useParams({ from: "/protected/settings/calendars/$calendarId" });
  const { version = null, propose = false } = useSearch({
    from: "/protected/settings/calendars/$calendarId",
  });
  const navigate = useNavigate();
  const mayManage = mayManageSla(useActor());
  const { data, isPending, error, refetch } = useQuery(calendarQuery(calendarId, version));
  usePageTitle(data?.name ?? MESSAGES.title);
  const isEdited = mayManage && data?.archived_at === null && data.shown_version === data.version;
  return (
    <>
      <BackLink to="/settings/calendars">{MESSAGES.title}</BackLink>
      {data ? (
        isEdited ? (
          <EditedCalendar
            key={data.id}
            calendar={data}
            isProposing={propose}
            onGone={() => void navigate({ to: "/settings/calendars", replace: true })}
          />
        ) : (
          <CalendarShown calendar={data} />
        )
      ) : isPending ? (
        <LoadingBlock label={MESSAGES.loading} visible />
      ) : (
        <ErrorState
          title={failureMessage(error, MESSAGES.failedToFetchOne) ?? MESSAGES.failedToFetchOne}
          onRetry={() => void refetch()}
        />
      )}
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Monitor, TriangleAlert } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { type FailedSignIn, type Session, sessionsQuery, useEndSession } from "./data.ts";
import { deviceName } from "./device-name.ts";
import { FetchedList } from "../fetched-list.tsx";
import { Section } from "../section.tsx";
import { SECURITY_MESSAGES as MESSAGES } from "./messages.ts";
import { SETTINGS_MESSAGES } from "../messages.ts";

/** One's sessions, each with a button to end it, and the sign-ins that failed. */
export function SessionsSection() {
  const query = useQuery(sessionsQuery);
  return (
    <Section id="sessions" title={SETTINGS_MESSAGES.pages.sessions} caption={MESSAGES.sessionsCaption}>
      <FetchedList query={query} failed={MESSAGES.failedToFetch}>
        {({ sessions, failed_sign_ins: failures }) => (
          <>
            {sessions
              .toSorted((a, b) => Number(b.current) - Number(a.current))
              .map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            {failures.length > 0 && <li className="muted">{MESSAGES.failedSignInsCaption}</li>}
            {failures.map((failure, at) => (
              <FailureRow key={at} failure={failure} />
            ))}
          </>
        )}
      </FetchedList>
    </Section>
  );
}

function SessionRow({ session }: { session: Session }) {
  const ending = useEndSession();
  const device = deviceName(session.user_agent);
  return (
    <li>
      <Monitor className="icon subtle" />
      <span className="grow">
        <span className="flex-row">
          <span className="weight-medium truncate" title={session.user_agent ?? undefined}>
            {device}
          </span>
          {session.current && <Badge tone="accent">{MESSAGES.thisOne}</Badge>}
        </span>
        <span className="text-tiny subtle">
          {session.ip && <span className="monospace">{session.ip} · </span>}
          {MESSAGES.lastUsed} <RelativeTime at={session.last_used_at} form="ever" />
        </span>
      </span>
      {!session.current && (
        <Button
          size="small"
          busy={ending.isPending}
          aria-label={MESSAGES.signOutOf(device)}
          onClick={() => ending.mutate(session.id)}
        >
          {MESSAGES.signOut}
        </Button>
      )}
    </li>
  );
}

function FailureRow({ failure }: { failure: FailedSignIn }) {
  return (
    <li>
      <TriangleAlert className="icon subtle" />
      <span className="grow">
        <span className="weight-medium truncate" title={failure.user_agent ?? undefined}>
          {MESSAGES.failedSignIn}
        </span>
        <span className="text-tiny subtle">
          {failure.ip && <span className="monospace">{failure.ip} · </span>}
          {deviceName(failure.user_agent)} · <RelativeTime at={failure.at} form="ever" />
        </span>
      </span>
    </li>
  );
}

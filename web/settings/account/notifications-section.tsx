import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { isExternal } from "#contract/access/actor.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { Switch } from "#web/ui/form/checkbox.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type Notifications, notificationsQuery, useChangeNotifications } from "./data.ts";
import { Section } from "../section.tsx";
import { UndoSendSection } from "./undo-send-section.tsx";
import { NOTIFICATION_MESSAGES as MESSAGES } from "./messages.ts";
import { SETTINGS_MESSAGES } from "../messages.ts";

type Kind = Exclude<keyof Notifications, "undo_send_seconds">;

/** The switches of one's mail; each acts at once. The switches for assignments and follow-ups are for staff. */
export function NotificationsSection() {
  return (
    <>
      <MailsSection />
      <UndoSendSection />
    </>
  );
}

function MailsSection() {
  const { data, isError, error, refetch } = useQuery(notificationsQuery);
  const kinds: readonly Kind[] = isExternal(useActor())
    ? ["reply", "mention", "ticket_created"]
    : ["reply", "mention", "assigned", "due", "sla", "ticket_created"];
  return (
    <Section id="notifications" title={SETTINGS_MESSAGES.pages.notifications} caption={MESSAGES.caption}>
      {isError ? (
        <ErrorState
          title={failureMessage(error, MESSAGES.failedToFetch) ?? MESSAGES.failedToFetch}
          onRetry={() => void refetch()}
        />
      ) : (
        <ul className="settings-list">
          {kinds.map((kind) => (
            <KindRow key={kind} kind={kind} isOn={data?.[kind]} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function KindRow({ kind, isOn }: { kind: Kind; isOn: boolean | undefined }) {
  const change = useChangeNotifications();
  const id = useId();
  return (
    <li>
      <label className="grow" htmlFor={id}>
        <span className="weight-medium">{MESSAGES[kind]}</span>
        <span className="hint">{MESSAGES[`${kind}Hint`]}</span>
      </label>
      {isOn === undefined ? (
        <Skeleton width="2rem" height="1.125rem" />
      ) : (
        <Switch
          id={id}
          aria-label={MESSAGES[kind]}
          checked={isOn}
          onChange={(event) => change.mutate({ [kind]: event.target.checked })}
        />
      )}
    </li>
  );
}

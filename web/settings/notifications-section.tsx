import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { isExternal } from "#contract/access/actor.ts";
import { failureWords } from "../lib/api-error.ts";
import { useActor } from "../lib/session-state.ts";
import { Switch } from "../ui/choice.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { changeNotifications, type Notifications, notificationsQuery } from "./data.ts";
import { Section } from "./section.tsx";
import { NOTIFICATION_WORDS as WORDS } from "./words.ts";

type Kind = keyof Notifications;

/** What one gets mail about; each switch acts at once. Tickets are assigned to staff only. */
export function NotificationsSection() {
  const { data, isError, error, refetch } = useQuery(notificationsQuery);
  const kinds: readonly Kind[] = isExternal(useActor())
    ? ["reply", "ticket_created"]
    : ["reply", "assigned", "ticket_created"];
  return (
    <Section id="notifications" title={WORDS.title} caption={WORDS.caption}>
      {isError ? (
        <ErrorState
          title={failureWords(error, WORDS.failedToFetch) ?? WORDS.failedToFetch}
          onRetry={() => void refetch()}
        />
      ) : (
        <ul className="setlist">
          {kinds.map((kind) => (
            <KindRow key={kind} kind={kind} isOn={data?.[kind]} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function KindRow({ kind, isOn }: { kind: Kind; isOn: boolean | undefined }) {
  const id = useId();
  return (
    <li>
      <label className="grow" htmlFor={id}>
        <span className="m">{WORDS[kind]}</span>
        <span className="hint">{WORDS[`${kind}Hint`]}</span>
      </label>
      {isOn === undefined ? (
        <Skeleton width="2rem" height="1.125rem" />
      ) : (
        <Switch
          id={id}
          aria-label={WORDS[kind]}
          checked={isOn}
          onChange={(event) => void changeNotifications({ [kind]: event.target.checked })}
        />
      )}
    </li>
  );
}

import { queryOptions, useQuery } from "@tanstack/react-query";
import { MailX, RotateCcw } from "lucide-react";
import { userKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { MAIL_REACH_MESSAGES } from "./mail-reach-messages.ts";
import { useTryMailAgain } from "./try-mail-again.ts";

function mailReachQuery(userId: string) {
  return queryOptions({
    queryKey: userKeys.mailReach(userId),
    queryFn: ({ signal }) =>
      api("GET /users/{user_id}/mail-reach", {
        params: { user_id: userId },
        signal,
        fallback: MAIL_REACH_MESSAGES.failedToFetchReach,
      }),
  });
}

/** A line for those who may edit a person whose mail came back, with another try; nothing while mail arrives. */
export function MailReach({ userId }: { userId: string }) {
  const { data } = useQuery(mailReachQuery(userId));
  if (!data?.bounced) return null;
  return (
    <div className="mail-reach flex-row text-small">
      <MailX className="icon" />
      <p>
        {MAIL_REACH_MESSAGES.notArriving(data.address, data.bounced.reason)}{" "}
        <span className="subtle">
          {MAIL_REACH_MESSAGES.notArrivingHint}{" "}
          {data.bounced.reset_asked_at !== null &&
            MAIL_REACH_MESSAGES.noResetSent(dateAndTime(data.bounced.reset_asked_at))}
        </span>
      </p>
      <TryMailAgain userId={userId} />
    </div>
  );
}

function TryMailAgain({ userId }: { userId: string }) {
  const trying = useTryMailAgain(userId);
  return (
    <Button
      size="small"
      icon={<RotateCcw className="icon small" />}
      busy={trying.isPending}
      busyLabel={MAIL_REACH_MESSAGES.tryingAgain}
      onClick={() => trying.mutate()}
    >
      {MAIL_REACH_MESSAGES.retry}
    </Button>
  );
}

import { useQuery } from "@tanstack/react-query";
import { slaKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { countText } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";
import { FIGURE_MESSAGES as MESSAGES } from "./messages.ts";
import { monthText } from "./month-text.ts";
import { shareText } from "./share-text.ts";

const ASKED = { by: "month" } as const;

/** How the promises to one's own company were kept, the newest month with a verdict first; nothing while there is none. */
export function OwnMonth() {
  const { data, error, isError } = useQuery({
    queryKey: slaKeys.report(ASKED),
    queryFn: ({ signal }) => api("GET /reports/sla", { query: ASKED, signal, fallback: MESSAGES.ownFailed }),
  });
  const months = (data?.rows ?? []).toReversed();
  const now = data?.meta.to ?? "";
  if (isError) return <p className="subtle text-small">{failureMessage(error, MESSAGES.ownFailed)}</p>;
  if (months.length === 0) return null;
  return (
    <Card title={MESSAGES.ownTitle}>
      <ul className="stack">
        {months.map(({ key, met, missed }) => (
          <li key={key} className="flex-row between wrap">
            <span className="weight-medium">
              {MESSAGES.ownMet(shareText({ met, missed }) ?? MESSAGES.none, monthText(key, now))}
            </span>
            <span className="subtle text-small numeric">
              {MESSAGES.ownCount(countText(met), countText(met + missed))}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

import { useMutation } from "@tanstack/react-query";
import { api } from "#web/lib/api/api-client.ts";
import { refusalText } from "#web/lib/api/refusal-text.ts";
import { Button } from "#web/ui/button.tsx";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import type { Named, Preview } from "./merge-data.ts";
import { MERGE_MESSAGES as MESSAGES } from "./messages.ts";

type Refused = Preview["refusals"][number];
type Props = { kept: Named; refusals: readonly Refused[]; onKeep: (id: string) => void };

/** Those that cannot become part of the ticket, each with the reason, and what can be done instead. */
export function LeftOut({ kept, refusals, onKeep }: Props) {
  if (refusals.length === 0) return null;
  return (
    <ul className="merge-list">
      {refusals.map((refused) => (
        <li key={refused.id} className="is-left-out">
          <span className="grow">
            <span className="monospace">{refused.uid}</span> {refused.subject}
            <span className="danger-text">{refusalText({ ...refused, sentence: refused.why })}</span>
          </span>
          {MAY_STAY.has(refused.code) && (
            <Button size="small" onClick={() => onKeep(refused.id)}>
              {MESSAGES.keep}
            </Button>
          )}
          {MAY_STAY.has(refused.code) && <LinkInstead kept={kept} refused={refused} />}
        </li>
      ))}
    </ul>
  );
}

/** What stands between two tickets, each of which is there. */
const MAY_STAY = new Set([
  "merge.other_company",
  "merge.without_company",
  "merge.confidential",
  "merge.incident_nested",
  "merge.other_incident",
]);

function LinkInstead({ kept, refused }: { kept: Named; refused: Refused }) {
  const linking = useMutation({
    mutationFn: () =>
      api("POST /tickets/{ticket_id}/links", {
        params: { ticket_id: kept.id },
        body: { kind: "related", ticket_id: refused.id },
        fallback: MESSAGES.failed,
      }),
    onError: (error) => toastError(error, MESSAGES.failed),
  });
  return (
    <Button
      size="small"
      busy={linking.isPending}
      disabled={linking.isSuccess}
      onClick={() => linking.mutate()}
    >
      {linking.isSuccess ? MESSAGES.linked : MESSAGES.link}
    </Button>
  );
}

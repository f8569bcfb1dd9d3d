import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { TARGET_LABELS } from "#contract/sla/messages.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { countText } from "#web/lib/format.ts";
import { useViewerTimes } from "#web/lib/organization-times.ts";
import { Switch } from "#web/ui/form/checkbox.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type Preview, previewQuery, type SlaDraft } from "./data.ts";
import { PREVIEW_MESSAGES as MESSAGES } from "./messages.ts";
import "#web/styles/service-levels.css";

type Choice = { isOn: boolean; choose: (isOn: boolean) => void };

/** Whether a change goes for open tickets too: nobody's choice is the rule of its preview. */
export function useApplying() {
  const [chosen, choose] = useState<boolean | null>(null);
  const [isRule, setRule] = useState(false);
  return {
    isOn: chosen ?? isRule,
    choose: (isOn: boolean) => choose(isOn),
    learn: setRule,
    reset: () => choose(null),
  };
}

type Props = { draft: SlaDraft; applying: ReturnType<typeof useApplying> };

/** What a change does to open tickets, and whether it is to: each due time now and then. */
export function OpenTickets({ draft, applying }: Props) {
  const rested = useRested(draft);
  const query = useQuery({ ...previewQuery(rested), placeholderData: keepPreviousData });
  const { data, error, isError, isPlaceholderData } = query;
  // What was said of another draft is no rule for this one, which may be saved before its own preview comes.
  const isOfDraft = !isPlaceholderData && JSON.stringify(rested) === JSON.stringify(draft);
  const isRule = isOfDraft && (data?.only_later_days ?? false);
  const { learn } = applying;
  useEffect(() => learn(isRule), [learn, isRule]);
  if (isError)
    return (
      <p className="sla-preview subtle" role="alert">
        {failureMessage(error, MESSAGES.failed)}
      </p>
    );
  if (!data) return <Waiting />;
  return (
    <div className="sla-preview" aria-busy={isPlaceholderData || undefined}>
      <Summary preview={data} choice={applying} />
      {data.changes.length > 0 && <Changes changes={data.changes} />}
    </div>
  );
}

const REST_MS = 300;

/** A draft once typing rests. */
function useRested(draft: SlaDraft): SlaDraft {
  const [rested, rest] = useState(draft);
  const text = JSON.stringify(draft);
  useEffect(() => {
    const timer = window.setTimeout(() => rest(draft), REST_MS);
    return () => window.clearTimeout(timer);
    // The draft is a new object with each drawing; its text is not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text]);
  return rested;
}

function Waiting() {
  return (
    <div className="sla-preview" role="status">
      <span className="visually-hidden">{MESSAGES.loading}</span>
      <Skeleton width="14rem" height="1.25rem" />
      <Skeleton width="20rem" height="0.875rem" />
    </div>
  );
}

function Summary({ preview, choice }: { preview: Preview; choice: Choice }) {
  const { open_tickets: all, looked_at: looked, changed, overdue_more: more, overdue_less: less } = preview;
  const listed = preview.changes.length;
  if (all === 0) return <p className="subtle">{MESSAGES.none}</p>;
  const facts = [
    changed === 0 ? MESSAGES.unchanged : MESSAGES.changed(countText(changed)),
    ...(more > 0 ? [MESSAGES.overdueMore(countText(more))] : []),
    ...(less > 0 ? [MESSAGES.overdueLess(countText(less))] : []),
    ...(listed < changed ? [MESSAGES.listed(countText(listed))] : []),
    ...(looked < all ? [MESSAGES.first(countText(looked), countText(all))] : []),
  ];
  return (
    <>
      <Switch
        label={all === 1 ? MESSAGES.alsoOne : MESSAGES.also(countText(all))}
        checked={choice.isOn}
        onChange={(event) => choice.choose(event.target.checked)}
      />
      <p className="subtle text-small">{MESSAGES.hint}</p>
      <p className="text-small" role="status">
        {facts.join(" · ")}
      </p>
    </>
  );
}

const COLUMNS = ["ticket", "target", "now", "after"] as const;

function Changes({ changes }: { changes: Preview["changes"] }) {
  const times = useViewerTimes();
  const when = (at: string | null, isPaused: boolean) =>
    at !== null ? times.whole(at) : isPaused ? MESSAGES.paused : MESSAGES.notMeasured;
  return (
    <div className="preview-frame">
      {/* The sheet lays rows out as a grid where there is little room, which takes the roles from a table. */}
      <table className="preview-table" role="table">
        <caption className="visually-hidden">{`${MESSAGES.table}. ${MESSAGES.largest}`}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {COLUMNS.map((column) => (
              <th key={column} role="columnheader" scope="col">
                {MESSAGES.columns[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {changes.map(({ ticket_id, uid, subject, company_name, target, ...due }) => (
            <tr key={`${ticket_id}-${target}`} role="row">
              <td role="cell">
                <Link
                  to="/tickets/$ticketId"
                  params={{ ticketId: ticket_id }}
                  title={[subject, company_name].filter(Boolean).join(" · ")}
                >
                  <span className="monospace subtle">{uid}</span> {subject}
                </Link>
              </td>
              <td role="cell">{TARGET_LABELS[target]}</td>
              <td role="cell" className="numeric">
                {when(due.due_now, due.paused_now)}
              </td>
              <td role="cell" className="numeric">
                {when(due.due_then, due.paused_then)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

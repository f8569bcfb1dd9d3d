import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { CLOCK_STATE_TEXTS, durationText, TARGET_LABELS } from "#contract/sla/messages.ts";
import { api } from "#web/lib/api/api-client.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { countText } from "#web/lib/format.ts";
import { isJustMissed, stateText } from "#web/sla/card/state-text.ts";
import { Person } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { ExportButton } from "#web/ui/export-button.tsx";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { PriorityBadge } from "#web/ui/priority-badge.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { type Verdict, type VerdictQuery, verdictsQuery } from "./data.ts";
import { REPORT_MESSAGES as MESSAGES } from "./messages.ts";

type Props = {
  title: string;
  asked: VerdictQuery;
  /** Somebody has just opened it: it comes into view, below a table that may fill the window. */
  takesFocus: boolean;
  onVerdict: (verdict: "met" | undefined) => void;
  onClose: () => void;
};

/** The tickets behind a figure, each with the way to how its clock ran. */
export function VerdictList({ title, asked, takesFocus, onVerdict, onClose }: Props) {
  const heading = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "center" });
  }, [takesFocus]);
  const list = useQuery(verdictsQuery(asked));
  const { data } = list;
  return (
    <Card
      title={
        <span ref={heading} tabIndex={-1}>
          {title}
        </span>
      }
      caption={data && MESSAGES.shown(countText(data.verdicts.length), countText(data.meta.total))}
      line
      actions={
        <span className="flex-row">
          <Select
            size="small"
            label={MESSAGES.which}
            value={asked.verdict === "met" ? "met" : "missed"}
            options={[
              { value: "missed" as const, label: MESSAGES.missed },
              { value: "met" as const, label: MESSAGES.met },
            ]}
            onChange={(verdict) => onVerdict(verdict === "met" ? "met" : undefined)}
          />
          <ExportButton
            name="service-level-tickets"
            fetchCsv={(signal) => api("GET /reports/sla/verdicts.csv", { query: asked, signal })}
          />
          <IconButton label={MESSAGES.close} onClick={onClose}>
            <X className="icon small" />
          </IconButton>
        </span>
      }
      className="verdict-card"
    >
      {data ? (
        data.verdicts.length === 0 ? (
          <EmptyState small title={MESSAGES.noneOfThem} />
        ) : (
          <Table verdicts={data.verdicts} />
        )
      ) : list.isError ? (
        <ErrorState
          title={failureMessage(list.error, MESSAGES.failedList) ?? MESSAGES.failedList}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <LoadingBlock label={MESSAGES.loading} />
      )}
    </Card>
  );
}

const COLUMNS = ["ticket", "subject", "target", "priority", "used", "over", "assignee"] as const;

function Table({ verdicts }: { verdicts: readonly Verdict[] }) {
  return (
    <table className="verdict-table" role="table" aria-label={MESSAGES.serviceLevels}>
      <thead role="rowgroup">
        <tr role="row">
          {COLUMNS.map((column) => (
            <th key={column} role="columnheader" scope="col" className={`verdict-${column}`}>
              {MESSAGES.columns[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {verdicts.map((verdict) => (
          <Row key={`${verdict.ticket_id}-${verdict.target}-${verdict.cycle}`} verdict={verdict} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ verdict }: { verdict: Verdict }) {
  const { ticket_id, uid, subject, target, priority, used_seconds, target_seconds } = verdict;
  return (
    <tr role="row">
      <td role="cell" className="verdict-ticket monospace">
        {uid}
      </td>
      <td role="cell" className="verdict-subject">
        {subject === null ? (
          <span className="subtle">{verdict.in_trash ? MESSAGES.inTrash : MESSAGES.erased}</span>
        ) : (
          <Link
            to="/tickets/$ticketId"
            params={{ ticketId: ticket_id }}
            search={{ receipt: target }}
            className="strong"
          >
            {subject}
          </Link>
        )}
        {verdict.judged_again && <Badge>{MESSAGES.judgedAgain(1)}</Badge>}
        {verdict.before && <JudgedAgain verdict={verdict} before={verdict.before} />}
      </td>
      <td role="cell" className="verdict-target">
        {TARGET_LABELS[target]}
      </td>
      <td role="cell" className="verdict-priority">
        <PriorityBadge priority={priority} />
      </td>
      <td role="cell" className="verdict-used numeric">
        {MESSAGES.usedOf(durationText(used_seconds), durationText(target_seconds))}
      </td>
      <td role="cell" className="verdict-over numeric">
        {overText(verdict)}
      </td>
      <td role="cell" className="verdict-assignee">
        <Person name={verdict.assignee_fullname} empty={MESSAGES.none} />
      </td>
    </tr>
  );
}

/** What stood before, and who judged it again and why: both are kept. */
function JudgedAgain({ verdict, before }: { verdict: Verdict; before: NonNullable<Verdict["before"]> }) {
  return (
    <small className="verdict-before">
      {MESSAGES.judgedBy(
        before.verdict === "met" ? CLOCK_STATE_TEXTS.met : stateText("missed", -before.over_seconds),
        verdict.judged_by_fullname ?? MESSAGES.none,
      )}{" "}
      {verdict.reason !== null && <q>{verdict.reason}</q>}
    </small>
  );
}

/** Less than a minute over is just missed, as on the ticket. */
function overText({ verdict, over_seconds: over }: Verdict): string {
  if (verdict === "met") return MESSAGES.none;
  return isJustMissed(over) ? MESSAGES.justMissed : durationText(over);
}

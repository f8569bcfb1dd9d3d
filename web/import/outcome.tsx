import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { PriorityBadge } from "#web/ui/priority-badge.tsx";
import { DateText } from "#web/ui/relative-time.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { type Import, type Report, useDownloadRejects } from "./data.ts";
import { IMPORT_MESSAGES as MESSAGES } from "./messages.ts";
import { reasonText } from "./reason-text.ts";

type Props = { one: Import; report: Report; title: string };

/** What an import brought or would bring: numbers, reasons by kind, and the first tickets. */
export function Outcome({ one, report, title }: Props) {
  const downloading = useDownloadRejects(one.id);
  const isChecked = one.state === "checked";
  const numbers = [
    (isChecked ? MESSAGES.wouldImport : MESSAGES.imported)(report.imported),
    report.skipped > 0 && MESSAGES.skipped(report.skipped),
    report.rejected > 0 && MESSAGES.rejected(report.rejected),
    report.empty > 0 && MESSAGES.empty(report.empty),
    report.made_companies > 0 && MESSAGES.madeCompanies(report.made_companies),
    report.made_people > 0 && MESSAGES.madePeople(report.made_people),
  ].filter((words) => words !== false);
  return (
    <Card title={title} caption={numbers.join(" · ")}>
      <div className="stack">
        {report.reasons.length > 0 && (
          <ul className="import-reasons">
            {report.reasons.map(({ line, count, ...reason }) => (
              <li key={`${reason.code} ${line}`}>
                <b>{MESSAGES.reasonLine(count, line)}</b> {reasonText(reason)}
              </li>
            ))}
          </ul>
        )}
        {one.has_rejects && (
          <div className="flex-row">
            <Button busy={downloading.isPending} onClick={() => downloading.mutate()}>
              {MESSAGES.rejects}
            </Button>
          </div>
        )}
        {report.preview.length > 0 && <Preview tickets={report.preview} />}
      </div>
    </Card>
  );
}

function Preview({ tickets }: { tickets: Report["preview"] }) {
  const { fields } = MESSAGES;
  return (
    <div className="wide-table">
      <table aria-label={MESSAGES.preview}>
        <thead>
          <tr>
            <th scope="col">{fields.subject}</th>
            <th scope="col">{fields.status}</th>
            <th scope="col">{fields.priority}</th>
            <th scope="col">{fields.client}</th>
            <th scope="col">{fields.company}</th>
            <th scope="col">{fields.assignee}</th>
            <th scope="col">{fields.created}</th>
          </tr>
        </thead>
        <tbody>
          {tickets.map((ticket) => (
            <tr key={ticket.line}>
              <td title={ticket.subject}>
                {ticket.subject}
                {ticket.notes > 0 && <span className="subtle"> · {MESSAGES.notes(ticket.notes)}</span>}
              </td>
              <td>
                <StatusBadge status={ticket.status} />
              </td>
              <td>
                <PriorityBadge priority={ticket.priority} />
              </td>
              <td>{ticket.client ?? "-"}</td>
              <td>{ticket.company ?? "-"}</td>
              <td>{ticket.assignee ?? ticket.team ?? "-"}</td>
              <td>
                <DateText at={ticket.created} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

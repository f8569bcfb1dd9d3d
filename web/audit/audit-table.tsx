import { shortId } from "#web/lib/format.ts";
import { DateText } from "#web/ui/relative-time.tsx";
import { kindText } from "./event-text.ts";
import type { AuditEntry } from "./data.ts";
import { AUDIT_MESSAGES as MESSAGES } from "./messages.ts";
import { SETTINGS_MESSAGES } from "#web/settings/messages.ts";

type Props = { entries: readonly AuditEntry[]; onLook: (entry: AuditEntry) => void };

export function AuditTable({ entries, onLook }: Props) {
  const { columns } = MESSAGES;
  return (
    <div className="audit-frame">
      <table className="directory audit-table" role="table" aria-label={SETTINGS_MESSAGES.pages.audit}>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col">{columns.at}</th>
            <th scope="col">{columns.actor}</th>
            <th scope="col">{columns.kind}</th>
            <th scope="col">{columns.entity}</th>
            <th scope="col">{columns.ip}</th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {entries.map((entry) => (
            <tr key={entry.id} role="row">
              <td role="cell">
                <DateText at={entry.at} exact />
              </td>
              <td role="cell" title={entry.actor_email ?? undefined}>
                {entry.actor_name}
              </td>
              <td role="cell">
                <button
                  type="button"
                  className="link-button truncate"
                  aria-label={MESSAGES.details(kindText(entry.kind))}
                  onClick={() => onLook(entry)}
                >
                  {kindText(entry.kind)}
                </button>
              </td>
              <td role="cell" title={entry.entity_label ?? entry.entity_id}>
                {entry.entity_label ?? <span className="monospace">{shortId(entry.entity_id)}</span>}
              </td>
              <td role="cell" className="monospace">
                {entry.ip_address ?? "-"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { DateText } from "#web/ui/relative-time.tsx";
import { changedFields, kindText } from "./event-text.ts";
import type { AuditEntry } from "./data.ts";
import { AUDIT_MESSAGES as MESSAGES } from "./messages.ts";

/** One entry in full, with each field before and after. */
export function AuditDetails({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const fields = changedFields(entry);
  return (
    <Dialog
      open
      wide
      isText
      onOpenChange={onClose}
      title={kindText(entry.kind)}
      description={
        <>
          {entry.actor_name} · <DateText at={entry.at} exact />
        </>
      }
      foot={<Button onClick={onClose}>{MESSAGES.close}</Button>}
    >
      <dl className="properties audit-properties">
        <Line label={MESSAGES.columns.entity}>{entry.entity_label}</Line>
        <Line label={MESSAGES.identifier}>
          <span className="monospace">{entry.entity_id}</span>
        </Line>
        <Line label={MESSAGES.columns.ip}>
          <span className="monospace">{entry.ip_address}</span>
        </Line>
        <Line label={MESSAGES.via}>{entry.via}</Line>
        <Line label={MESSAGES.reason}>{entry.reason}</Line>
        <Line label={MESSAGES.request}>
          {entry.request_id && <span className="monospace">{entry.request_id}</span>}
        </Line>
      </dl>
      {entry.is_erased && <p className="text-small muted">{MESSAGES.erased}</p>}
      {fields.length === 0 ? (
        <p className="text-small muted">{MESSAGES.noFields}</p>
      ) : (
        <table className="audit-fields">
          <thead>
            <tr>
              <th scope="col">{MESSAGES.field}</th>
              <th scope="col">{MESSAGES.before}</th>
              <th scope="col">{MESSAGES.after}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, before, after }) => (
              <tr key={name}>
                <th scope="row" className="monospace">
                  {name}
                </th>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

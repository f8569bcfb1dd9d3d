import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { DateText } from "../ui/relative-time.tsx";
import { changedFields, kindText } from "./audit-text.ts";
import type { AuditEntry } from "./data.ts";
import { AUDIT_WORDS as WORDS } from "./organization-words.ts";

/** One entry in full: what each field was before and after. */
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
      foot={<Button onClick={onClose}>{WORDS.close}</Button>}
    >
      <dl className="props auditprops">
        <Line label={WORDS.columns.entity}>{entry.entity_label}</Line>
        <Line label={WORDS.identifier}>
          <span className="mono">{entry.entity_id}</span>
        </Line>
        <Line label={WORDS.columns.ip}>
          <span className="mono">{entry.ip_address}</span>
        </Line>
        <Line label={WORDS.via}>{entry.via}</Line>
        <Line label={WORDS.reason}>{entry.reason}</Line>
        <Line label={WORDS.request}>
          {entry.request_id && <span className="mono">{entry.request_id}</span>}
        </Line>
      </dl>
      {fields.length === 0 ? (
        <p className="sm muted">{WORDS.noFields}</p>
      ) : (
        <table className="fields">
          <thead>
            <tr>
              <th scope="col">{WORDS.field}</th>
              <th scope="col">{WORDS.before}</th>
              <th scope="col">{WORDS.after}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, before, after }) => (
              <tr key={name}>
                <th scope="row" className="mono">
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

import { useQuery } from "@tanstack/react-query";
import { Minus, Plus } from "lucide-react";
import { roleLabel } from "#contract/labels.ts";
import { api } from "#web/lib/api/api-client.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/class-names.ts";
import { ExportButton } from "#web/ui/export-button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { DateText } from "#web/ui/relative-time.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { type HistoryEntry, roleHistoryQuery } from "./data.ts";
import { HISTORY_MESSAGES, ROLES_MESSAGES } from "./messages.ts";

type Props = { user: { id: string; fullname: string }; onClose: () => void };

/** The history of a user's roles, newest first: author, time, network address and reason. */
export function HistoryDialog({ user, onClose }: Props) {
  const { data, isError, refetch } = useQuery(roleHistoryQuery(user.id));
  return (
    <Dialog
      open
      wide
      isText
      onOpenChange={onClose}
      title={HISTORY_MESSAGES.title}
      description={user.fullname}
      foot={
        <>
          <ExportButton
            name="role-history"
            disabled={!data || data.history.length === 0}
            fetchCsv={(signal) =>
              api("GET /users/{user_id}/roles/history/export", { params: { user_id: user.id }, signal })
            }
          />
          <Button onClick={onClose}>{ROLES_MESSAGES.close}</Button>
        </>
      }
    >
      {isError ? (
        <ErrorState title={HISTORY_MESSAGES.failed} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingBlock visible />
      ) : data.history.length === 0 ? (
        <EmptyState small title={HISTORY_MESSAGES.empty} />
      ) : (
        <ol className="trail role-trail">
          {data.history.map((entry, index) => (
            <Entry key={entry.id} entry={entry} isLatest={index === 0} />
          ))}
        </ol>
      )}
    </Dialog>
  );
}

function Entry({ entry, isLatest }: { entry: HistoryEntry; isLatest: boolean }) {
  const { added_roles, removed_roles, unchanged_roles } = entry.changes;
  return (
    <li className={cx(isLatest && "accent")}>
      <div>
        <div className="flex-row wrap trail-person">
          <b className="weight-medium">{entry.performed_by_fullname ?? HISTORY_MESSAGES.system}</b>
          <span className="subtle text-tiny grow">{entry.performed_by_email}</span>
          <span className="text-tiny muted">
            <DateText at={entry.timestamp} exact />
          </span>
        </div>
        {(entry.reason || entry.ip_address) && (
          <p className="muted text-small">
            {entry.reason}
            {entry.reason && entry.ip_address && <span className="subtle"> · </span>}
            {entry.ip_address && <span className="subtle monospace text-tiny">{entry.ip_address}</span>}
          </p>
        )}
        <ul className="flex-row wrap">
          {added_roles.map((name) => (
            <Change key={name} name={name} what={HISTORY_MESSAGES.added} />
          ))}
          {removed_roles.map((name) => (
            <Change key={name} name={name} what={HISTORY_MESSAGES.removed} />
          ))}
          {unchanged_roles.map((name) => (
            <Change key={name} name={name} what={HISTORY_MESSAGES.unchanged} />
          ))}
        </ul>
      </div>
    </li>
  );
}

type What = (typeof HISTORY_MESSAGES)["added" | "removed" | "unchanged"];

function Change({ name, what }: { name: string; what: What }) {
  const tone =
    what === HISTORY_MESSAGES.added ? "success" : what === HISTORY_MESSAGES.removed ? "danger" : undefined;
  return (
    <li>
      <Badge tone={tone}>
        <span className="visually-hidden">{what} </span>
        {tone === "success" && <Plus className="icon small" />}
        {tone === "danger" && <Minus className="icon small" />}
        {roleLabel(name)}
      </Badge>
    </li>
  );
}

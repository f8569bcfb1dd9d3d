import { useQuery } from "@tanstack/react-query";
import { roleLabel } from "#contract/labels.ts";
import { LANGUAGE } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { CountPill } from "#web/ui/page-head.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { permissionsQuery, type Role } from "./data.ts";
import { UserTypeBadge } from "./user-type-badge.tsx";
import { PERMISSION_MESSAGES, ROLES_MESSAGES } from "./messages.ts";

type Permission = { key: string; label: string; description: string; category: string };

/** The permissions of a role, by category. */
export function PermissionsDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const { data, isError, refetch } = useQuery(permissionsQuery(role.id));
  const categories = byCategory(data?.permissions ?? []);
  return (
    <Dialog
      open
      wide
      isText
      onOpenChange={onClose}
      title={roleLabel(role.name)}
      description={data?.description ?? role.description}
      details={
        <>
          <UserTypeBadge type={data?.type ?? role.type} />
          {data && (
            <span className="text-small subtle numeric">
              {PERMISSION_MESSAGES.counts(data.permissions.length, categories.length)}
            </span>
          )}
        </>
      }
      foot={<Button onClick={onClose}>{ROLES_MESSAGES.close}</Button>}
    >
      {isError ? (
        <ErrorState title={PERMISSION_MESSAGES.failed} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingBlock visible />
      ) : categories.length === 0 ? (
        <EmptyState small title={PERMISSION_MESSAGES.empty} />
      ) : (
        categories.map(([category, permissions]) => (
          <Category key={category} name={category} permissions={permissions} />
        ))
      )}
    </Dialog>
  );
}

function Category({ name, permissions }: { name: string; permissions: readonly Permission[] }) {
  return (
    <section className="permissions">
      <h3 className="flex-row text-small weight-semibold">
        {name}
        <CountPill n={permissions.length} />
      </h3>
      <ul>
        {permissions.map(({ key, label, description }) => (
          <li key={key}>
            <div className="grow">
              <span className="weight-medium text-small">{label}</span>
              <div className="text-tiny muted">{description}</div>
            </div>
            <code className="monospace text-tiny subtle">{key}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

function byCategory(permissions: readonly Permission[]): [string, Permission[]][] {
  const groups = Map.groupBy(permissions, (permission) => permission.category);
  return [...groups].toSorted(([a], [b]) => a.localeCompare(b, LANGUAGE));
}

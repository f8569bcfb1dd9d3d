import { roleKey } from "#contract/access/actor.ts";
import { shortId } from "#web/lib/format.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { type User, roleLabels } from "../data.ts";
import { USERS_MESSAGES } from "../messages.ts";

/** Number of roles named before "+N". */
const NAMED_ROLES = 2;

export function NameCell({ user }: { user: User }) {
  const isMe = useUser().id === user.id;
  return (
    <span className="person">
      <Avatar name={user.fullname} />
      <span className="strong truncate" title={user.fullname}>
        {user.fullname}
      </span>
      {isMe && <Badge>{USERS_MESSAGES.you}</Badge>}
    </span>
  );
}

export function RolesCell({ user }: { user: User }) {
  const labels = roleLabels(user);
  if (labels.length === 0) return <span className="subtle">{USERS_MESSAGES.noRoles}</span>;
  const more = labels.slice(NAMED_ROLES);
  return (
    <span className="flex-row role-tags" title={labels.join(", ")}>
      {labels.slice(0, NAMED_ROLES).map((label) => (
        <Badge key={label} tone={roleKey(label) === "administrator" ? "accent" : undefined}>
          {label}
        </Badge>
      ))}
      {more.length > 0 && (
        <Badge>
          +{more.length}
          <span className="visually-hidden"> {more.join(", ")}</span>
        </Badge>
      )}
    </span>
  );
}

/** The name, else the id's first 8 characters and an ellipsis, else a dash (rule 131). */
export function companyText({ company_name, company_id }: Pick<User, "company_name" | "company_id">): string {
  if (company_name) return company_name;
  return company_id ? `${shortId(company_id)}…` : "-";
}

export function StatusCell({ user }: { user: User }) {
  return user.deleted_at ? (
    <Badge tone="danger" dot>
      {USERS_MESSAGES.deleted}
    </Badge>
  ) : (
    <Badge tone="success" dot>
      {USERS_MESSAGES.active}
    </Badge>
  );
}

export function LastOnlineCell({ user }: { user: User }) {
  return <RelativeTime at={user.last_online} form="ever" empty={USERS_MESSAGES.never} />;
}

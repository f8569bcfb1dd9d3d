import { useQuery } from "@tanstack/react-query";
import { useLocation, useParams } from "@tanstack/react-router";
import { History } from "lucide-react";
import { useState } from "react";
import { mayOpenClients } from "#contract/access/may-open-page.ts";
import { mayManageUser, mayReadRoleHistory } from "#contract/access/users.ts";
import { ApiError, failureMessage, isTemporary } from "#web/lib/api/api-error.ts";
import { usePageTitle } from "#web/lib/public-config.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Card } from "#web/ui/card.tsx";
import { BackLink, PageHead } from "#web/ui/page-head.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { MailReach } from "./mail-reach.tsx";
import { type RolesUser, rolesUserQuery } from "./data.ts";
import { HistoryDialog } from "./role-history-dialog.tsx";
import { RoleEditor } from "./role-editor.tsx";
import { UserTypeBadge } from "./user-type-badge.tsx";
import { ROLES_MESSAGES } from "./messages.ts";
import "#web/styles/administration.css";

/** A user's roles. Both paths lead here; the content follows the user, not the path (rule 116). */
export function ManagePage() {
  usePageTitle(ROLES_MESSAGES.title);
  const { userId } = useParams({ strict: false });
  const { data: user, error, isError, refetch } = useQuery(rolesUserQuery(userId ?? ""));
  const isClientsPath = useLocation().pathname.startsWith("/clients/");
  // A choice that is not saved outlives a failure that may pass.
  if (isError && !(user && isTemporary(error))) {
    // The path says of which kind a person is whom nobody finds; whoever was on the screen is known (rule 303).
    const isClient = user ? user.user_type === "external" : isClientsPath;
    return <Missing error={error} isClient={isClient} onRetry={() => void refetch()} />;
  }
  if (!user) return <LoadingBlock visible />;
  return <RolesOf key={user.id} user={user} />;
}

function RolesOf({ user }: { user: RolesUser }) {
  const actor = useActor();
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  return (
    <>
      <Back isClient={user.user_type === "external"} />
      <PageHead
        title={ROLES_MESSAGES.title}
        actions={
          mayReadRoleHistory(actor, user) && (
            <Button icon={<History className="icon" />} onClick={() => setHistoryOpen(true)}>
              {ROLES_MESSAGES.viewHistory}
            </Button>
          )
        }
      />
      <UserInformation user={user} />
      <RoleEditor user={user} done={ROLES_MESSAGES.savedHere} />
      {isHistoryOpen && <HistoryDialog user={user} onClose={() => setHistoryOpen(false)} />}
    </>
  );
}

function UserInformation({ user }: { user: RolesUser }) {
  const actor = useActor();
  return (
    <Card title={ROLES_MESSAGES.userInformation}>
      <div className="flex-row user-information">
        <Avatar name={user.fullname} size="extra-large" />
        <div className="grow">
          <b className="weight-semibold">{user.fullname}</b>
          <div className="muted text-small truncate" title={user.email}>
            {user.email}
          </div>
        </div>
        {user.deleted_at && <Badge tone="danger">{ROLES_MESSAGES.deleted}</Badge>}
        <UserTypeBadge type={user.user_type} />
      </div>
      {!user.deleted_at && mayManageUser(actor, user) && <MailReach userId={user.id} />}
    </Card>
  );
}

/** Who has no Clients page, such as a client admin, goes back to Users. */
function Back({ isClient }: { isClient: boolean }) {
  const actor = useActor();
  return isClient && mayOpenClients(actor) ? (
    <BackLink to="/clients">{ROLES_MESSAGES.backToClients}</BackLink>
  ) : (
    <BackLink to="/users">{ROLES_MESSAGES.backToUsers}</BackLink>
  );
}

type MissingProps = { error: unknown; isClient: boolean; onRetry: () => void };

function Missing({ error, isClient, onRetry }: MissingProps) {
  const isMissing = error instanceof ApiError && [403, 404, 422].includes(error.status);
  return (
    <>
      <Back isClient={isClient} />
      <Card>
        {isMissing ? (
          <EmptyState title={ROLES_MESSAGES.notFound}>
            <p>{ROLES_MESSAGES.notFoundHint}</p>
          </EmptyState>
        ) : (
          <ErrorState
            title={
              failureMessage(error, ROLES_MESSAGES.failedToFetchUser) ?? ROLES_MESSAGES.failedToFetchUser
            }
            onRetry={onRetry}
          />
        )}
      </Card>
    </>
  );
}

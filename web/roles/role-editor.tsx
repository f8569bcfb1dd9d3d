import { useId, useState } from "react";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { OutdatedBanner } from "#web/ui/form/outdated-banner.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { AvailableRoles } from "./available-roles.tsx";
import type { Role, RolesUser } from "./data.ts";
import { PermissionsDialog } from "./permissions-dialog.tsx";
import { useRoleChoice } from "./use-role-choice.ts";
import { SelectedRoles } from "./selected-roles.tsx";
import { ROLES_MESSAGES } from "./messages.ts";
import "#web/styles/administration.css";

type Props = {
  user: RolesUser;
  /** The toast after saving. */
  done: string;
  onSaved?: () => void;
  onCancel?: () => void;
  /** One column, for the dialog. */
  isNarrow?: boolean;
};

/** Chooses a user's roles; the same on the page and in the dialog. */
export function RoleEditor({ user, done, onSaved, onCancel, isNarrow }: Props) {
  const name = useId();
  const choice = useRoleChoice(user, { done, onSaved });
  const [looked, setLooked] = useState<Role | null>(null);
  if (choice.error) {
    return (
      <ErrorState
        title={
          failureMessage(choice.error, ROLES_MESSAGES.failedToFetchUserRoles) ??
          ROLES_MESSAGES.failedToFetchRoles
        }
        onRetry={choice.retry}
      />
    );
  }
  if (choice.isLoading) return <LoadingBlock visible />;
  return (
    <>
      {choice.isSingle && (
        <Banner tone="warning" title={ROLES_MESSAGES.single}>
          {ROLES_MESSAGES.singleHint}
        </Banner>
      )}
      {choice.isReadOnly && (
        <p className="text-small muted">
          {user.deleted_at ? ROLES_MESSAGES.readOnlyDeleted : ROLES_MESSAGES.readOnly}
        </p>
      )}
      <OutdatedBanner isOutdated={choice.isOutdated} adopt={choice.adopt} />
      <div className={isNarrow ? "stack" : "role-columns"}>
        <AvailableRoles choice={choice} name={name} onLook={setLooked} />
        <SelectedRoles choice={choice} onLook={setLooked} onCancel={onCancel} />
      </div>
      {looked && <PermissionsDialog role={looked} onClose={() => setLooked(null)} />}
    </>
  );
}

import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { type User, useDeleteUser, useOpenTicketsOf, useRestoreUser } from "../data.ts";
import { USER_ACT_MESSAGES } from "../messages.ts";

type Props = { user: User; onClose: () => void };

export function DeleteUser({ user, onClose }: Props) {
  const deleting = useDeleteUser();
  const open = useOpenTicketsOf(user);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={USER_ACT_MESSAGES.deleteTitle}
      description={
        <>
          {USER_ACT_MESSAGES.deleteLead}
          <b className="named">{user.fullname}</b>
          {USER_ACT_MESSAGES.deleteRest(open)}
        </>
      }
      act={USER_ACT_MESSAGES.deleteAct}
      busyLabel={USER_ACT_MESSAGES.deleting}
      onConfirm={() => deleting.mutateAsync(user.id)}
    />
  );
}

export function RestoreUser({ user, onClose }: Props) {
  const restoring = useRestoreUser();
  return (
    <ConfirmDialog
      open
      danger={false}
      onOpenChange={onClose}
      title={USER_ACT_MESSAGES.restoreTitle}
      description={
        <>
          {USER_ACT_MESSAGES.restoreLead}
          <b className="named">{user.fullname}</b>
          {USER_ACT_MESSAGES.restoreRest}
        </>
      }
      act={USER_ACT_MESSAGES.restoreAct}
      busyLabel={USER_ACT_MESSAGES.restoring}
      onConfirm={() => restoring.mutateAsync(user.id)}
    />
  );
}

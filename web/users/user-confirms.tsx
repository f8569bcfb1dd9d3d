import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { deleteUser, restoreUser, type User } from "./data.ts";
import { USER_ACT_WORDS } from "./words.ts";

type Props = { user: User; onClose: () => void };

export function DeleteUser({ user, onClose }: Props) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={USER_ACT_WORDS.deleteTitle}
      description={
        <>
          {USER_ACT_WORDS.deleteLead}
          <b className="named">{user.fullname}</b>
          {USER_ACT_WORDS.deleteRest}
        </>
      }
      act={USER_ACT_WORDS.deleteAct}
      busyLabel={USER_ACT_WORDS.deleting}
      onConfirm={() => deleteUser(user.id)}
    />
  );
}

export function RestoreUser({ user, onClose }: Props) {
  return (
    <ConfirmDialog
      open
      danger={false}
      onOpenChange={onClose}
      title={USER_ACT_WORDS.restoreTitle}
      description={
        <>
          {USER_ACT_WORDS.restoreLead}
          <b className="named">{user.fullname}</b>
          {USER_ACT_WORDS.restoreRest}
        </>
      }
      act={USER_ACT_WORDS.restoreAct}
      busyLabel={USER_ACT_WORDS.restoring}
      onConfirm={() => restoreUser(user.id)}
    />
  );
}

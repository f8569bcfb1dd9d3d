import { Link } from "@tanstack/react-router";
import { hasUnsaved } from "#web/lib/form/unsaved-forms.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import type { RolesUser } from "./data.ts";
import { RoleEditor } from "./role-editor.tsx";
import { ROLES_MESSAGES } from "./messages.ts";

/** The roles page as a dialog over the users. */
export function ManageDialog({ user, onClose }: { user: RolesUser; onClose: () => void }) {
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      mayLose={hasUnsaved}
      title={ROLES_MESSAGES.title}
      description={
        <>
          {user.fullname} ·{" "}
          <Link className="link-button" to="/users/$userId/roles" params={{ userId: user.id }}>
            {ROLES_MESSAGES.openPage}
          </Link>
        </>
      }
    >
      <RoleEditor isNarrow user={user} done={ROLES_MESSAGES.savedUser} onSaved={onClose} onCancel={onClose} />
    </Dialog>
  );
}

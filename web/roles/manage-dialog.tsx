import { Link } from "@tanstack/react-router";
import { Dialog } from "../ui/dialog.tsx";
import type { RolesUser } from "./data.ts";
import { RoleEditor } from "./role-editor.tsx";
import { ROLES_WORDS } from "./words.ts";

/** The roles page as a dialog over the users. */
export function ManageDialog({ user, onClose }: { user: RolesUser; onClose: () => void }) {
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={ROLES_WORDS.title}
      description={
        <>
          {user.fullname} ·{" "}
          <Link className="linkbtn" to="/users/$userId/roles" params={{ userId: user.id }}>
            {ROLES_WORDS.openPage}
          </Link>
        </>
      }
    >
      <RoleEditor isNarrow user={user} done={ROLES_WORDS.savedUser} onSaved={onClose} onCancel={onClose} />
    </Dialog>
  );
}

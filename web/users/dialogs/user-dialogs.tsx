import { currentOf } from "#web/lib/list/current-of.ts";
import { ManageDialog } from "#web/roles/user-roles-dialog.tsx";
import { CreateDialog } from "./create-user-dialog.tsx";
import type { InviteLink, User } from "../data.ts";
import { EditDialog } from "./edit-user-dialog.tsx";
import { EraseUser } from "./erase-user.tsx";
import { InviteDialog } from "./invite-user-dialog.tsx";
import { InviteLinkDialog } from "./invite-link-dialog.tsx";
import { ResetFactor } from "./reset-second-factor.tsx";
import { DeleteUser, RestoreUser } from "./user-confirm-dialogs.tsx";

/** The open dialog of the users page and its user. */
export type OpenDialog =
  | { kind: "create" | "invite" }
  | { kind: "edit" | "roles" | "reset-factor" | "delete" | "restore" | "erase"; user: User }
  | ({ kind: "link" } & InviteLink);

type Props = {
  /** As the list shows them now. */
  users: readonly User[];
  dialog: OpenDialog;
  onClose: () => void;
  onLink: (link: InviteLink) => void;
};

export function UserDialogs({ users, dialog, onClose, onLink }: Props) {
  switch (dialog.kind) {
    case "create":
      return <CreateDialog onClose={onClose} onLink={onLink} />;
    case "invite":
      return <InviteDialog onClose={onClose} onLink={onLink} />;
    case "edit":
      return <EditDialog user={currentOf(users, dialog.user)} onClose={onClose} />;
    case "roles":
      return <ManageDialog user={dialog.user} onClose={onClose} />;
    case "reset-factor":
      return <ResetFactor user={dialog.user} onClose={onClose} />;
    case "delete":
      return <DeleteUser user={dialog.user} onClose={onClose} />;
    case "restore":
      return <RestoreUser user={dialog.user} onClose={onClose} />;
    case "erase":
      return <EraseUser user={dialog.user} onClose={onClose} />;
    default:
      return <InviteLinkDialog to={dialog.to} link={dialog.link} onClose={onClose} />;
  }
}

import type { Column } from "#web/ui/table/directory-table.tsx";
import type { User, UserColumn } from "../data.ts";
import { EmailCell } from "./email-cell.tsx";
import type { InviteLink } from "../data.ts";
import { LastOnlineCell, NameCell, RolesCell, StatusCell } from "./user-cells.tsx";
import { USERS_MESSAGES } from "../messages.ts";

/** The columns of every list of people; each list adds widths and further columns. */
export function personColumns(onLink: (link: InviteLink) => void) {
  const { columns: labels } = USERS_MESSAGES;
  return {
    fullname: { id: "fullname", label: labels.fullname, cell: (user) => <NameCell user={user} /> },
    email: {
      id: "email",
      label: labels.email,
      place: "column-below",
      title: (user) => user.email,
      cell: (user) => <EmailCell user={user} onLink={onLink} />,
    },
    role: { id: "role", label: labels.role, cell: (user) => <RolesCell user={user} /> },
    status: {
      id: "status",
      label: labels.status,
      place: "column-status",
      cell: (user) => <StatusCell user={user} />,
    },
    lastOnline: {
      id: "last_online",
      label: labels.last_online,
      place: "column-wide-only",
      cell: (user) => <LastOnlineCell user={user} />,
    },
  } satisfies Record<string, Column<User, UserColumn>>;
}

import type { Actor } from "#contract/access/actor.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import type { Sorting } from "#web/lib/directory/sort-rows.ts";
import { type Column, DirectoryTable } from "#web/ui/table/directory-table.tsx";
import { RowActions } from "#web/ui/table/row-actions.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import type { User, UserColumn, useUserList, InviteLink } from "../data.ts";
import { personColumns } from "./person-columns.tsx";
import { type UserRowActions, userRowActions } from "./user-actions.tsx";
import { companyText } from "./user-cells.tsx";
import { USERS_MESSAGES } from "../messages.ts";

type Props = {
  users: ReturnType<typeof useUserList>;
  sorting: Sorting<UserColumn>;
  onSort: (sorting: Sorting<UserColumn>) => void;
  actions: UserRowActions;
  onLink: (link: InviteLink) => void;
  /** Takes the search away; absent when there is none. */
  onClear?: () => void;
};

export function UserTable({ users, sorting, onSort, actions, onLink, onClear }: Props) {
  const actor = useActor();
  return (
    <DirectoryTable
      label={USERS_MESSAGES.title}
      columns={columnsOf({ actor, actions, onLink })}
      {...users}
      sorting={sorting}
      onSort={onSort}
      isDeleted={(user) => user.deleted_at !== null}
      messages={{ loading: USERS_MESSAGES.loading, failed: USERS_MESSAGES.failedToFetch }}
      empty={<UsersEmpty onClear={onClear} />}
    />
  );
}

type ColumnOptions = Pick<Props, "actions" | "onLink"> & { actor: Actor };

function columnsOf({ actor, actions, onLink }: ColumnOptions): Column<User, UserColumn>[] {
  const { columns: labels } = USERS_MESSAGES;
  const person = personColumns(onLink);
  return [
    { ...person.fullname, width: "min(14rem, 19.7cqw)" },
    person.email,
    { ...person.role, width: "min(15.75rem, 22.2cqw)", place: "column-below" },
    {
      id: "company",
      label: labels.company,
      width: "min(8rem, 11.3cqw)",
      place: "column-wide-only",
      title: companyText,
      cell: companyText,
    },
    { ...person.status, width: "6.25rem" },
    { ...person.lastOnline, width: "min(7.25rem, 10.2cqw)" },
    {
      id: "actions",
      label: labels.actions,
      width: "5rem",
      isRight: true,
      place: "column-actions",
      cell: (user) => (
        <RowActions
          asMenu
          label={USERS_MESSAGES.actionsFor(user.fullname)}
          actions={userRowActions(actor, user, actions)}
        />
      ),
    },
  ];
}

function UsersEmpty({ onClear }: { onClear?: () => void }) {
  return (
    <EmptyState
      title={USERS_MESSAGES.empty}
      actions={onClear && <Button onClick={onClear}>{USERS_MESSAGES.clearSearch}</Button>}
    >
      <p>{onClear ? USERS_MESSAGES.emptyHint : USERS_MESSAGES.emptyStart}</p>
    </EmptyState>
  );
}
